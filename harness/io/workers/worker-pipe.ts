/** The file descriptor at which a worker finds its end of the pipe to the runner. */
export const WORKER_PIPE = 3;
