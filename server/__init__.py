"""What runs: settings, the composition root, transports, the SQL store and the job queue."""
