"""What is asked and how it is judged: tasks, cases, attempts and verdicts. Knows nothing of protocols or databases."""
