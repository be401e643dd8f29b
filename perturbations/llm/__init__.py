"""DSPy signatures and modules."""
