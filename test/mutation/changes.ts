import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./engine/bundle.ts";
import { instrument, type Mutant, type Operators, type Place } from "./engine/instrument.ts";
import { Trials } from "./engine/trials.ts";

/** Sources, what is done to them, and the tests that are to tell. */
export interface CodeChanges {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  readonly operators: Operators;
  readonly isWanted: (place: Place) => boolean;
  readonly instead: (place: Place) => string | null;
}

/** A change that no test told, by the name under which reasons are kept, and the line that it is in. */
export interface Untold {
  readonly change: string;
  readonly line: number | null;
}

/** What became of the changes of some sources or tables. */
export interface Told {
  readonly tried: number;
  readonly untold: readonly Untold[];
}

/** Makes each change in turn, and runs the tests that concern it. */
export async function tryCode(
  changes: CodeChanges,
  onTrial: (count: number, of: number) => void,
): Promise<Told> {
  const { sources, tests, operators, isWanted, instead } = changes;
  const texts = new Map<string, string>();
  const mutants: Mutant[] = [];
  for (const file of sources) {
    const path = join(ROOT, file);
    const found = instrument(file, readFileSync(path, "utf8"), {
      operators,
      from: mutants.length,
      isWanted,
      instead,
    });
    texts.set(path, found.text);
    mutants.push(...found.mutants);
  }
  await using trials = new Trials();
  await trials.prepare(
    tests.map((file) => join(ROOT, file)),
    texts,
  );
  const untold: Untold[] = [];
  for (const [at, mutant] of mutants.entries()) {
    const { told, tests: concerned } = await trials.tryMutant(mutant.id);
    if (told === null) untold.push({ change: named(mutant, concerned), line: mutant.line });
    onTrial(at + 1, mutants.length);
  }
  return { tried: mutants.length, untold };
}

function named({ file, operator, before, after }: Mutant, concerned: number): string {
  return `${file}: ${operator}${concerned === 0 ? " (run by no test)" : ""}: ${before} -> ${after}`;
}
