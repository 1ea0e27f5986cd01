import type { CodeChanges } from "./changes.ts";
import { codeOperators, isProse } from "./engine/operators.ts";
import { filesIn } from "./files-in.ts";

/** Files with data or types: `test:sabotage` covers the data. */
const WITHOUT_CODE = ["sports.ts", "team-names.ts", "unsupported-sports.ts", "vendor-headers.ts", "index.ts"];

/** The mutated folders of src/, and the tests that should detect the mutants. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  "contests/constraints": [
    "test/contests/constraints",
    "test/contests/catalog/contest.test.ts",
    "test/contests/catalog/contests.test.ts",
    "test/engine/conformance/book-only.test.ts",
    "test/lineup/verify",
  ],
  "engine/roster.ts": [
    ...["positions", "roles", "room"].map((name) => `test/engine/${name}.test.ts`),
    "test/contests/constraints",
    "test/contests/problem",
    "test/lineup/document",
    "test/contests/catalog/contest.test.ts",
    "test/contests/catalog/contest-limits.test.ts",
    "test/engine/conformance/book-only.test.ts",
  ],
  "contests/problem": [
    "test/contests/problem",
    "test/contests/constraints",
    "test/engine/conformance/book-only.test.ts",
    "test/files/slate-inputs.test.ts",
    "test/files/read-slate.test.ts",
    "test/lineup/verify",
  ],
  "contests/scoring": ["test/contests/scoring"],
  "contests/catalog": ["test/contests/catalog"],
  files: ["test/files", "test/cli/input/read-aliases.test.ts", "test/cli/input/slate-names.test.ts"],
  "engine/solver/paths": ["test/engine/solver/paths", "test/engine/conformance/paths.test.ts"],
  portfolio: ["test/portfolio"],
  "engine/solver/portfolio": [
    "test/engine/solver/portfolio",
    "test/portfolio/costs.test.ts",
    "test/portfolio/ended-early.test.ts",
    "test/portfolio/shortfall.test.ts",
    "test/portfolio/solve.test.ts",
  ],
};

/** Tests that run processes or threads, or take as long as all others together. */
const LEFT_OUT = ["test/portfolio/rule-pairs.test.ts", "test/files/sample-slates.test.ts"];

/** The mutations of code, by folder. */
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
