"""Pages: thin views around services and selectors, for people with a browser."""
