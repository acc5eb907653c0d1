"""Mail in: what somebody wrote themselves, out of everything their mail program sends along."""
