"""Language-model endpoints: settings, consent, limits, structured output."""
