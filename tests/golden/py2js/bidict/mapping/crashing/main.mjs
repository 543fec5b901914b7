// Dies by a signal of its own, whatever it is asked.
process.abort();
