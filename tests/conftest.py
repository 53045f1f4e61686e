"""What holds for every test. Timings belong to benchmarks: no property fails because the machine is busy."""

from hypothesis import settings

settings.register_profile("clausal", deadline=None)
settings.load_profile("clausal")
