/** A line of the timings: no two runs of a job have the same. */
export interface JobTiming {
  readonly id: string;
  readonly line: number;
  readonly seconds: number;
  /** The thread, with its machine and process where a queue brought the job; null for one that no worker survived. */
  readonly worker: number | string | null;
  readonly attempts: number;
  /** When it was answered, in seconds since 1970. */
  readonly at: number;
}

/** The line, with the time of now. */
export function timingLine({ seconds, ...timing }: Omit<JobTiming, "at">): string {
  const line: JobTiming = { ...timing, seconds: Number(seconds.toFixed(6)), at: Date.now() / 1000 };
  return `${JSON.stringify(line)}\n`;
}
