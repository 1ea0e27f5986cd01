import type { CodeChanges } from "./changes.ts";
import { codeOperators, isProse } from "./engine/operators.ts";
import { filesIn } from "./files-in.ts";

/** Files that hold data or types: `test:sabotage` has the data. */
const WITHOUT_CODE = ["sports.ts", "team-names.ts", "unsupported-sports.ts", "vendor-headers.ts", "index.ts"];

/** The folders of src/ that are mutated, and the tests that are to tell. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  constraints: [
    "test/constraints",
    "test/catalog/contest.test.ts",
    "test/catalog/contests.test.ts",
    "test/conformance/book-only.test.ts",
    "test/verify",
  ],
  roster: [
    "test/roster",
    "test/constraints",
    "test/problem",
    "test/lineup",
    "test/catalog/contest.test.ts",
    "test/catalog/contest-limits.test.ts",
    "test/conformance/book-only.test.ts",
  ],
  problem: [
    "test/problem",
    "test/constraints",
    "test/conformance/book-only.test.ts",
    "test/formats/slate-inputs.test.ts",
    "test/formats/read-slate.test.ts",
    "test/verify",
  ],
  scoring: ["test/scoring"],
  catalog: ["test/catalog"],
  formats: ["test/formats", "test/cli/input/read-aliases.test.ts", "test/cli/input/slate-names.test.ts"],
  "solver/paths": ["test/solver/paths", "test/conformance/paths.test.ts"],
  portfolio: ["test/portfolio"],
  "solver/portfolio": [
    "test/solver/portfolio",
    "test/portfolio/costs.test.ts",
    "test/portfolio/ended-early.test.ts",
    "test/portfolio/shortfall.test.ts",
    "test/portfolio/solve.test.ts",
  ],
};

/** Tests that run processes or threads, or whose time is that of all others together. */
const LEFT_OUT = ["test/portfolio/rule-pairs.test.ts", "test/formats/sample-slates.test.ts"];

/** The changes of code, by folder. */
export const MUTATED: Readonly<Record<string, CodeChanges>> = Object.fromEntries(
  Object.entries(FOLDERS).map(([folder, tests]) => [
    folder,
    {
      sources: filesIn(`src/${folder}`, ".ts").filter(
        (file) => !WITHOUT_CODE.some((name) => file.endsWith(`/${name}`)),
      ),
      tests: tests
        .flatMap((test) => (test.endsWith(".ts") ? [test] : filesIn(test, ".test.ts")))
        .filter((test) => !LEFT_OUT.includes(test)),
      operators: codeOperators,
      isWanted: (place) => !isProse(place),
      instead: () => "",
    } satisfies CodeChanges,
  ]),
);
