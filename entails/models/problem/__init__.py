"""Problems stated in Python: `Builder`, the base of `entails.Problem`, and solutions."""
