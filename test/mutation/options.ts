import { parseArgs } from "node:util";
import type { Sample } from "./sample.ts";

/** The options of a run. */
export interface Asked {
  readonly wanted: readonly string[] | undefined;
  readonly files: readonly string[] | undefined;
  /** Null for every change. */
  readonly sample: Sample | null;
  /** Whether every change of every part is tried. */
  readonly isWhole: boolean;
}

/** Reads `--part`, `--file`, `--sample` and `--seed`. */
export function askedFor(): Asked {
  const { values } = parseArgs({
    options: {
      part: { type: "string", multiple: true },
      file: { type: "string", multiple: true },
      sample: { type: "string" },
      seed: { type: "string", default: "1" },
    },
  });
  const { part: wanted, file: files } = values;
  const sample =
    values.sample === undefined ? null : { size: Number(values.sample), seed: Number(values.seed) };
  if (sample !== null && !(Number.isInteger(sample.size) && sample.size > 0 && Number.isInteger(sample.seed)))
    throw new Error("--sample takes how many changes of each part are tried, --seed a whole number.");
  return { wanted, files, sample, isWhole: wanted === undefined && files === undefined && sample === null };
}
