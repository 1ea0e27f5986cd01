import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./engine/bundle.ts";
import { instrument, type Mutant, type Operators, type Place } from "./engine/instrument.ts";
import { NO_END, Trials } from "./engine/trials.ts";
import { drawn, type Sample } from "./sample.ts";

/** Sources, the operators applied to them, and the tests that should detect the changes. */
export interface CodeChanges {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  readonly operators: Operators;
  readonly isWanted: (place: Place) => boolean;
  readonly instead: (place: Place) => string | null;
}

/** A mutant that survived all tests, by the name under which reasons are kept, and its line. */
export interface Survivor {
  readonly change: string;
  readonly line: number | null;
}

/** The outcome for the changes of some sources or tables. */
export interface MutationResult {
  readonly sources: readonly string[];
  readonly tried: number;
  /** The number of changes, tried or not. */
  readonly of: number;
  readonly survivors: readonly Survivor[];
  /** The number of changes detected by tests that did not end. */
  readonly endless: number;
}

/** Receives the number of changes tried, and each surviving mutant. */
export type OnTrial = (count: number, of: number, survivor: Survivor | null) => void;

/** Applies each change, or a sample, in turn, and runs the affected tests. */
export async function tryCode(
  changes: CodeChanges,
  onTrial: OnTrial,
  sample: Sample | null = null,
): Promise<MutationResult> {
  const of = instrumented(changes, () => false).known;
  const wanted = drawn(of, sample);
  const { texts, mutants } = instrumented(changes, (mutant) => wanted.has(mutant));
  await using trials = new Trials();
  await trials.prepare(
    changes.tests.map((file) => join(ROOT, file)),
    texts,
  );
  const survivors: Survivor[] = [];
  let endless = 0;
  for (const [at, mutant] of mutants.entries()) {
    const { killed, tests: concerned } = await trials.tryMutant(mutant.id);
    const change = { change: named(mutant, concerned), line: mutant.line };
    if (killed === null) survivors.push(change);
    if (killed === NO_END) endless += 1;
    onTrial(at + 1, mutants.length, killed === null ? change : null);
  }
  return { sources: changes.sources, tried: mutants.length, of, survivors, endless };
}

/** The sources with the sampled mutants, and the total number of mutants. */
function instrumented(
  { sources, operators, isWanted, instead }: CodeChanges,
  isDrawn: (mutant: number) => boolean,
): { texts: Map<string, string>; mutants: Mutant[]; known: number } {
  const texts = new Map<string, string>();
  const mutants: Mutant[] = [];
  let known = 0;
  for (const file of sources) {
    const path = join(ROOT, file);
    const source = readFileSync(path, "utf8");
    const found = instrument(file, source, { operators, from: known, isDrawn, isWanted, instead });
    texts.set(path, found.text);
    mutants.push(...found.mutants);
    known += found.known;
  }
  return { texts, mutants, known };
}

/** The suffix of the names of changes in places that no test runs. */
export const RUN_BY_NONE = " (run by no test)";

/** The names of all changes, as if tests ran every place. */
export function changesOf(changes: CodeChanges): string[] {
  return instrumented(changes, () => true).mutants.map((mutant) => named(mutant));
}

function named({ file, operator, before, after }: Mutant, concerned = 1): string {
  return `${file}: ${operator}${concerned === 0 ? RUN_BY_NONE : ""}: ${before} -> ${after}`;
}
