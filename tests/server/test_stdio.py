"""What goes over stdin and stdout: the protocol in both its eras, and nothing else."""
