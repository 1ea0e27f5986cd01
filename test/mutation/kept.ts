import { readFileSync } from "node:fs";
import { RUN_BY_NONE, type Untold } from "./changes.ts";

export const MUTATION_KEPT = new URL("./mutation-kept.json", import.meta.url);
export const SABOTAGE_KEPT = new URL("./sabotage-kept.json", import.meta.url);

/** Changes that no test tells, and why none can. */
interface Kept {
  /** As the report names changes; `*` stands for anything. */
  readonly changes: readonly string[];
  readonly why: string;
}

/** Which of the untold changes are kept with a reason, which are not, and which reasons are of nothing any more. */
interface Judged {
  readonly unexplained: readonly Untold[];
  readonly explained: number;
  readonly stale: readonly string[];
}

/** Holds untold changes against a kept file. */
export function judge(file: URL, untold: readonly Untold[]): Judged {
  const patterns = patternsOf(file);
  const unexplained = untold.filter(({ change }) => !patterns.some(({ pattern }) => pattern.test(change)));
  const stale = patterns
    .filter(({ pattern }) => !untold.some(({ change }) => pattern.test(change)))
    .map(({ change }) => change);
  return { unexplained, explained: untold.length - unexplained.length, stale };
}

/** The kept changes that are none of these: the code that they are about is no more. */
export function gone(file: URL, changes: readonly string[]): string[] {
  return patternsOf(file, (change) => change.replace(RUN_BY_NONE, ""))
    .filter(({ pattern }) => !changes.some((change) => pattern.test(change)))
    .map(({ change }) => change);
}

function patternsOf(file: URL, spelt = (change: string) => change) {
  const kept = JSON.parse(readFileSync(file, "utf8")) as readonly Kept[];
  return kept
    .flatMap(({ changes }) => changes)
    .map((change) => ({ change, pattern: patternOf(spelt(change)) }));
}

function patternOf(change: string): RegExp {
  const parts = change.split("*").map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
