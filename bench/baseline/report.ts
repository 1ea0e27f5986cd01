import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import type { Result } from "../result.ts";
import type { Machine } from "./machine.ts";

/** A run of the bench as a file. */
export interface BenchReport {
  readonly machine: Machine;
  readonly results: readonly Result[];
}

const resultSchema: z.ZodType<Result> = z.object({
  name: z.string(),
  phase: z.string(),
  unit: z.enum(["LP relaxations", "node -e 0", "MB"]),
  goal: z.number().nullable(),
  median: z.number(),
  lowerQuartile: z.number(),
  upperQuartile: z.number(),
  samples: z.int(),
  milliseconds: z.object({ candidate: z.number(), rival: z.number() }).nullable(),
  solver: z.string(),
  proof: z.string(),
});

const reportSchema: z.ZodType<BenchReport> = z.object({
  machine: z.object({
    cpu: z.string(),
    cores: z.int(),
    architecture: z.string(),
    platform: z.string(),
    node: z.string(),
  }),
  results: z.array(resultSchema),
});

/** A file that is not a report of the bench. */
export class UnreadableReportError extends Error {
  override readonly name = "UnreadableReportError";
}

/** @throws UnreadableReportError */
export function readReport(file: string): BenchReport {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new UnreadableReportError(
      `${file} is no report of the bench: ${reason}. Write one with npm run bench -- --json ${file}.`,
    );
  }
}

/** A row a line, so that a diff shows which rows changed. */
export function writeReport(file: string, { machine, results }: BenchReport): void {
  const rows = results.map((result) => `  ${JSON.stringify(result)}`).join(",\n");
  writeFileSync(file, `{"machine": ${JSON.stringify(machine)},\n"results": [\n${rows}\n]}\n`);
}
