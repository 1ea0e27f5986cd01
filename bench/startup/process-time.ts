import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A process that has ended. */
export interface EndedProcess {
  /** Milliseconds of processor time, user and system. */
  readonly milliseconds: number;
  readonly output: string;
}

/**
 * Runs a command with its output passed on, then prints its processor time; bash reports it in milliseconds.
 */
const SCRIPT = '"$@"; times >&2';

const MEGABYTES = 64e6;

/** The second line of `times`: user and system time of the children, each as `0m0.043s`. */
const TIMES = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/;

/**
 * Runs Node with these arguments until it exits.
 * @throws Error if it fails
 */
export async function nodeProcess(args: readonly string[]): Promise<EndedProcess> {
  const { stdout, stderr } = await promisify(execFile)(
    "bash",
    ["-c", SCRIPT, "bash", process.execPath, ...args],
    {
      maxBuffer: MEGABYTES,
    },
  );
  return { milliseconds: processorTime(stderr), output: stdout };
}

/** Reads the output of `times`. */
function processorTime(printed: string): number {
  const [, ...parts] = TIMES.exec(printed) ?? [];
  const [minutes = Number.NaN, seconds = 0, systemMinutes = 0, systemSeconds = 0] = parts.map(Number);
  const total = (minutes + systemMinutes) * 60_000 + (seconds + systemSeconds) * 1_000;
  if (Number.isNaN(total)) throw new Error(`The shell printed no times: ${printed.slice(-200)}`);
  return total;
}
