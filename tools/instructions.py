"""What a client tells its model about this server. Facts, within the 2 KB that clients keep."""

INSTRUCTIONS = """\
RepoZero hands out repository reproduction tasks: re-implement a real library in another language so that the given \
driver program prints the same, byte for byte, on inputs that are never shown.

The way through a task:
1. list_tasks names the tasks; get_task returns rules, specification, driver and sample cases.
2. start_attempt opens a workspace and returns attempt_id, which the other tools take.
3. write_files and edit_file change the workspace; read_file and get_attempt show it.
4. run_tests runs the samples and shows diffs; run_program runs the program on any arguments.
5. submit validates the workspace on hidden cases and charges one submission; get_submission waits for the verdict.

Facts:
- A verdict is accepted only if stdout and exit code are equal on every hidden case. Hidden cases cover every \
behaviour that the specification describes, not just those in the samples.
- Programs run in a sandbox: no network, no other files, nothing writable, stdin at /dev/null, no shell.
- Only the standard library of the target language is available, and no runtime of the original language.
- run_tests and run_program are free. Submitting the same files again is free too.
- An error names its cause and the next action. Work is kept under attempt_id; list_tasks finds a lost one.
"""
