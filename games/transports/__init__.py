"""The ways mail comes in: a listener, a mailbox, a provider."""
