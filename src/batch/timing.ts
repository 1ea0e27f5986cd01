/** A line of the timings, which differ from run to run. */
export interface JobTiming {
  readonly id: string;
  readonly line: number;
  readonly seconds: number;
  /** The thread, with its machine and process if a queue was used; null for a job that no worker survived. */
  readonly worker: number | string | null;
  readonly attempts: number;
  /** The time of the answer, in seconds since 1970. */
  readonly at: number;
}

/** A timing as a line, with the current time. */
export function timingLine({ seconds, ...timing }: Omit<JobTiming, "at">): string {
  const line: JobTiming = { ...timing, seconds: Number(seconds.toFixed(6)), at: Date.now() / 1000 };
  return `${JSON.stringify(line)}\n`;
}
