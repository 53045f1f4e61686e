"""Entry point of `python -m entails`."""

from entails.cli.main import main

if __name__ == "__main__":
    main()
