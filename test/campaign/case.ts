import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** A failing case found by a campaign: a property of a test and the seed and path of its random case. */
export interface Case {
  /** The test file, relative to the project's folder. */
  readonly file: string;
  readonly test: string;
  /** The index of the property in its test. */
  readonly nth: number;
  readonly seed: number;
  /** fast-check's path to the case from the seed. */
  readonly path: string;
  /** The error message when it was found. */
  readonly found: string;
}

export function readCases(file: string): readonly Case[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Case[]) : [];
}

/** Adds cases to a file without duplicates. */
export function keepCases(file: string, found: readonly Case[]): void {
  const known = readCases(file);
  const isKnown = (one: Case) =>
    known.some(
      ({ file, test, nth, seed, path }) =>
        file === one.file && test === one.test && nth === one.nth && seed === one.seed && path === one.path,
    );
  const added = found.filter((one) => !isKnown(one));
  if (added.length > 0) writeFileSync(file, `${JSON.stringify([...known, ...added], null, 2)}\n`);
}
