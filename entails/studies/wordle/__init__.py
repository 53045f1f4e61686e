"""The strategies and experiments of Huang & Hu 2022, Loi & Thomas 2022 and Kalaydjian & Duhem 2022."""
