"""`python -m clausal`."""

from clausal.cli.main import main

if __name__ == "__main__":
    main()
