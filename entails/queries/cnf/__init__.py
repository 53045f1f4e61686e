"""What only formulas are asked."""
