"""What every room stands on: errors, registries, seeds and safe files. Imports nothing else of ours."""
