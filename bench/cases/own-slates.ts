import { readdirSync } from "node:fs";
import { join } from "node:path";
import { InvalidFileError } from "../engine.ts";
import type { Suite } from "./case.ts";
import { suiteOfSlate } from "./contests.ts";

/** The salary files of a folder as cases, and the reasons why its other CSV files are not. */
export interface OwnSlates extends Suite {
  readonly skipped: readonly string[];
}

export function suiteOfFolder(folder: string): OwnSlates {
  const suites: Suite[] = [];
  const skipped: string[] = [];
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith(".csv")) continue;
    try {
      suites.push(suiteOfSlate(file, join(folder, file)));
    } catch (error) {
      if (!(error instanceof InvalidFileError)) throw error;
      skipped.push(error.message);
    }
  }
  return {
    timed: suites.flatMap(({ timed }) => timed),
    startup: [],
    memory: suites.flatMap(({ memory }) => memory),
    skipped,
  };
}
