"""Huang & Hu 2022, Loi & Thomas 2022, Kalaydjian & Duhem 2022: their strategies, raced and compared."""
