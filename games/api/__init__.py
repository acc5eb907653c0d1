"""The API: thin views over services and selectors (docs/api.md)."""
