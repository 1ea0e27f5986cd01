import type { Program } from "../model/program.ts";

/** Whether a program's rows hold where nothing is picked: all that can be where it has no columns. */
export function holdEmpty({ rows }: Program): boolean {
  return rows.every(({ lower, upper }) => lower <= 0 && upper >= 0);
}
