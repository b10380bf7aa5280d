"""The pages for the person at the browser: consent and accounts. No scripts, nothing from elsewhere."""
