import { type BenchCase, build, lineups } from "./case.ts";
import { bestOf, sampleSlate } from "./slates.ts";

const FOOTBALL = "american-football.bookA.classic";

/** The contest of the first goals, at each number of lineups. */
const football: BenchCase = {
  name: `${FOOTBALL}, 468 players`,
  slate: () => sampleSlate(FOOTBALL),
  by: "paths",
  phases: [build, lineups(1), lineups(10, 1), lineups(150, 2), lineups(1_000, 8), lineups(10_000, 80)],
};

/** The stack rules that ask for something. */
const stacks: readonly BenchCase[] = [
  { name: "stack", ask: () => ({ stack: true }) },
  {
    name: "stack, a QB included",
    ask: (slate: ReturnType<typeof sampleSlate>) => ({ stack: true, include: [bestOf(slate, "QB")] }),
  },
  {
    name: "stack, a WR included",
    ask: (slate: ReturnType<typeof sampleSlate>) => ({ stack: true, include: [bestOf(slate, "WR")] }),
  },
].map(({ name, ask }) => ({
  name: `${FOOTBALL}, ${name}`,
  slate: () => sampleSlate(FOOTBALL),
  ask,
  by: "paths",
  phases: [lineups(10, 3)],
}));

const basketball: BenchCase = {
  name: "basketball.bookA.classic, 300 players",
  slate: () => sampleSlate("basketball.bookA.classic"),
  by: "paths",
  phases: [build, lineups(1), lineups(150, 4)],
};

const others: readonly BenchCase[] = [
  "american-football.bookA.showdown",
  "american-football.bookB.classic",
  "basketball.bookA.showdown",
  "basketball.bookB.classic",
  "ice-hockey.bookA.classic",
  "ice-hockey.bookA.showdown",
  "ice-hockey.bookB.classic",
].map((name) => ({ name, slate: () => sampleSlate(name), by: "paths", phases: [lineups(150, 3)] }));

/** Every contest at the size of a main slate. */
export const contestCases: readonly BenchCase[] = [football, ...stacks, basketball, ...others];
