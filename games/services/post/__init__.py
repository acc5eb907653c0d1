"""What is sent and what comes in: notices, their delivery, mail, webhooks."""
