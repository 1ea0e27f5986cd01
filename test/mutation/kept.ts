import { readFileSync } from "node:fs";
import type { Untold } from "./changes.ts";

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
  const kept = JSON.parse(readFileSync(file, "utf8")) as readonly Kept[];
  const patterns = kept
    .flatMap(({ changes }) => changes)
    .map((change) => ({ change, pattern: patternOf(change) }));
  const unexplained = untold.filter(({ change }) => !patterns.some(({ pattern }) => pattern.test(change)));
  const stale = patterns
    .filter(({ pattern }) => !untold.some(({ change }) => pattern.test(change)))
    .map(({ change }) => change);
  return { unexplained, explained: untold.length - unexplained.length, stale };
}

function patternOf(change: string): RegExp {
  const parts = change.split("*").map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
