/** For code of ours in a process of somebody else, such as a test runner: it neither owns the streams nor ends the process. */
export function printToStderr(text: string): void {
  process.stderr.write(text);
}

/** The process will exit with 1, once its owner ends it. */
export function failAtExit(): void {
  process.exitCode = 1;
}
