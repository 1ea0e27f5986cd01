import type { Slate } from "../../src/files/slate.ts";
import { slateName } from "../slates/shapes/index.ts";
import {
  type Asked,
  type BenchCase,
  build,
  lineups,
  type MemoryCase,
  type Phase,
  type Suite,
} from "./case.ts";
import { bestOf, slateFile } from "./slates.ts";

/** The timed lineups of a main slate, by contest; the last one applies to all others. */
const PHASES: Readonly<Record<string, readonly Phase[]>> = {
  "american-football.draftkings.classic": [
    build,
    lineups(1),
    lineups(10, 1),
    lineups(150, 2),
    lineups(1_000, 8),
    lineups(10_000, 80),
  ],
  "american-football.fanduel.classic": [lineups(10), lineups(150, 3), lineups(1_000), lineups(10_000)],
  "basketball.draftkings.classic": [build, lineups(1), lineups(150, 4)],
};
const OTHER_PHASES = [lineups(150, 3)];

/**
 * The contest that is also timed with stacks and through the whole optimizer, and whose memory is measured.
 */
const CLOSELY_TIMED = "american-football.draftkings.classic";

/** The stack rules that require something. */
const STACKS: readonly { readonly name: string; readonly ask: (slate: Slate) => Asked }[] = [
  { name: "stack", ask: () => ({ stack: true }) },
  { name: "stack, a QB included", ask: (slate) => ({ stack: true, include: [bestOf(slate, "QB")] }) },
  { name: "stack, a WR included", ask: (slate) => ({ stack: true, include: [bestOf(slate, "WR")] }) },
];

/** All cases of the salary file at `file`. */
export function suiteOfSlate(name: string, file: string): Suite {
  const slate = slateFile(file);
  const contest = slateName(slate);
  const plain: BenchCase = {
    name,
    slate: () => slate,
    by: "paths",
    phases: PHASES[contest] ?? OTHER_PHASES,
  };
  if (contest !== CLOSELY_TIMED) return { timed: [plain], memory: [], startup: [] };
  const stacked = STACKS.map(
    ({ name: rule, ask }): BenchCase => ({
      ...plain,
      name: `${name}, ${rule}`,
      ask,
      phases: [lineups(10, 3)],
    }),
  );
  const whole: BenchCase = {
    ...plain,
    name: `${name}, optimizer.optimize`,
    by: "optimizer",
    phases: [lineups(3, 3), lineups(150, 4.5), lineups(1_000, 10)],
  };
  const open: BenchCase = { ...whole, name: `${name}, open slate`, by: "slate", phases: [lineups(150, 1.5)] };
  const measured: Pick<MemoryCase, "file" | "count" | "goal"> = { file, count: 10_000, goal: 128 };
  return {
    timed: [plain, ...stacked, whole, open],
    startup: [],
    memory: [
      { ...measured, name, means: "paths" },
      { ...measured, name: whole.name, means: "optimizer" },
    ],
  };
}
