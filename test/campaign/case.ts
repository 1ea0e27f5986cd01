import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** A case that a campaign found: a property of a test, and where in its random cases. */
export interface Case {
  /** The test file, from the project's folder. */
  readonly file: string;
  readonly test: string;
  /** Which of the test's properties, from 0. */
  readonly nth: number;
  readonly seed: number;
  /** The way to the case among those of the seed, as fast-check has it. */
  readonly path: string;
  /** What was wrong, in the words of then. */
  readonly found: string;
}

export function readCases(file: string): readonly Case[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Case[]) : [];
}

/** Adds cases to a file, each once. */
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
