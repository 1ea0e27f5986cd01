import { readFileSync } from "node:fs";
import { RUN_BY_NONE, type Survivor } from "./changes.ts";

export const MUTATION_KEPT = new URL("./mutation-kept.json", import.meta.url);
export const SABOTAGE_KEPT = new URL("./sabotage-kept.json", import.meta.url);

/** Surviving mutants, and why no test can detect them. */
interface Kept {
  /** As the report names changes; `*` matches anything. */
  readonly changes: readonly string[];
  readonly why: string;
}

/** The surviving mutants with a kept reason, those without one, and the reasons that match none any more. */
interface Judged {
  readonly unexplained: readonly Survivor[];
  readonly explained: number;
  readonly stale: readonly string[];
}

/** Compares surviving mutants with a file of reasons. */
export function judge(file: URL, survivors: readonly Survivor[]): Judged {
  const patterns = patternsOf(file);
  const unexplained = survivors.filter(({ change }) => !patterns.some(({ pattern }) => pattern.test(change)));
  const stale = patterns
    .filter(({ pattern }) => !survivors.some(({ change }) => pattern.test(change)))
    .map(({ change }) => change);
  return { unexplained, explained: survivors.length - unexplained.length, stale };
}

/** The kept changes that match none of these: their code no longer exists. */
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
