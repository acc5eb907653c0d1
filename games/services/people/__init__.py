"""What people do with their accounts: profile, tokens, absences."""
