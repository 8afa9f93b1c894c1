/**
 * What the dispatcher promises of how it runs the text of an allowed command, and so which language a command may be written in.
 * `literal`: an unknown shell. `bash`: Bash. `confined`: `openShell`, in a sandbox or under limits.
 */
export const commandPromises = ["literal", "bash", "confined"] as const;

export type CommandPromise = (typeof commandPromises)[number];
