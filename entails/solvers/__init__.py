"""Engines: whatever answers an encoding."""
