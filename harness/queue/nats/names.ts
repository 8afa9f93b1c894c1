/** The streams, buckets and subjects of one namespace. */
export type QueueNames = {
  readonly jobs: string;
  readonly results: string;
  readonly files: string;
  readonly smallFiles: string;
  readonly runs: string;
  readonly allJobs: string;
  readonly allResults: string;
  /** The jobs that workers of one version take. */
  readonly jobsOf: (version: string) => string;
  readonly job: (version: string, run: string, index: number | "*") => string;
  readonly result: (run: string, index: number | "*") => string;
  /** The consumer that all workers of one version share. */
  readonly workersOf: (version: string) => string;
};

export function queueNames(namespace: string): QueueNames {
  const jobsOf = (version: string): string => `${namespace}.jobs.${token(version)}`;
  return {
    jobs: `${namespace}_jobs`,
    results: `${namespace}_results`,
    files: `${namespace}_files`,
    smallFiles: `${namespace}_small_files`,
    runs: `${namespace}_runs`,
    allJobs: `${namespace}.jobs.>`,
    allResults: `${namespace}.results.>`,
    jobsOf: (version) => `${jobsOf(version)}.>`,
    job: (version, run, index) => `${jobsOf(version)}.${run}.${index}`,
    result: (run, index) => `${namespace}.results.${run}.${index}`,
    workersOf: (version) => `workers-${token(version)}`,
  };
}

/** The version in the name of a consumer. */
export function versionOfWorkers(consumer: string): string {
  return consumer.slice(consumer.indexOf("-") + 1).replaceAll("_", ".");
}

/** The index of the job in the subject of a job or a result. */
export function indexIn(subject: string): number {
  return Number(subject.slice(subject.lastIndexOf(".") + 1));
}

/** A dot would divide a subject. */
function token(version: string): string {
  return version.replaceAll(/[^A-Za-z0-9-]/g, "_");
}
