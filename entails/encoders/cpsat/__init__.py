"""The CP-SAT compiler: an integer variable for each variable, a function for each constraint type."""
