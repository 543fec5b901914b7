"""What an agent can call: the tools, their arguments and results, and the texts of their errors."""
