/**
 * Compares the entries of `contest --choose` with the portfolio of `optimize` under the same rules, over
 * draws used by neither: profit, the probability of a first place and the mean of the best payment, over
 * several slates and seeds, each with the standard error of its difference to `optimize`. Both play the same
 * fields and draws, several times; `--quick` for a quick look, `--slate TEXT` and `--seed S` for some of them.
 */
import { performance } from "node:perf_hooks";
import { sampleSlate } from "../cases/slates.ts";
import { createOptimizer, slateInputs } from "../engine.ts";

const isQuick = process.argv.includes("--quick");
const after = (option: string) => process.argv[process.argv.indexOf(option) + 1] ?? "";
const only = (option: string) => (process.argv.includes(option) ? after(option) : "");
const SLATES = [
  "american-football.draftkings.classic",
  "basketball.draftkings.classic",
  "ice-hockey.draftkings.classic",
].filter((name) => name.includes(only("--slate")));
const SEEDS = (isQuick ? [1] : [1, 2, 3]).filter((seed) => ["", String(seed)].includes(only("--seed")));
const GOALS = ["payout", "first"] as const;
const ENTRIES = 60;
/** The draws of the choice, and how often the entries play, with how many independent draws each. */
const CHOSEN_BY = isQuick ? 2_000 : 10_000;
const PLAYS = isQuick ? 4 : 10;
const PLAYED = isQuick ? 2_000 : 3_000;
/** Added to a seed for draws and a field that are independent of the choice. */
const OTHER_SEED = 1_000;
const payouts = { fee: 5, shape: "top-heavy" as const };
const portfolio = { unique: 2, exposure: [{ each: "player" as const, most: "40%" }] };

await using optimizer = await createOptimizer({ threads: 0 });
for (const name of SLATES) {
  const stage = { ...slateInputs(sampleSlate(name)), payouts };
  const { data } = await optimizer.portfolio({ ...stage, count: ENTRIES, portfolio });
  const built = data.map(({ attributes }) =>
    Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
      seats.map(({ uuid }) => ({ uuid, slot })),
    ),
  );
  for (const seed of SEEDS) {
    const played = async (entries: typeof built) => {
      const all: Figures[] = [];
      for (let play = 0; play < PLAYS; play += 1) {
        const terms = { draws: PLAYED, seed: seed + OTHER_SEED * (play + 1) };
        all.push((await optimizer.contest({ ...stage, entries }, terms)).all);
      }
      return all;
    };
    const plain = await played(built);
    console.log(`${name}, seed ${seed}: optimize ${shown(plain)}`);
    for (const goal of GOALS) {
      const begin = performance.now();
      const choice = { count: ENTRIES, goal };
      const { contest } = await optimizer.chooseEntries(
        { ...stage, portfolio, choice },
        { draws: CHOSEN_BY, seed },
      );
      const seconds = (performance.now() - begin) / 1_000;
      const all = await played(contest.entries.map(({ seats }) => [...seats]));
      console.log(`  --goal ${goal} ${shown(all, plain)}; ${seconds.toFixed(1)} s`);
    }
  }
}

type Figures = Awaited<ReturnType<typeof optimizer.contest>>["all"];

/** Means over the plays; against others, with the mean difference and its standard error. */
function shown(all: readonly Figures[], others?: readonly Figures[]): string {
  const text = (of: (figures: Figures) => number, scale: number, unit: string) => {
    const values = all.map((figures) => scale * of(figures));
    const mean = `${meanOf(values).toFixed(2)}${unit}`;
    if (others === undefined) return mean;
    const differences = values.map((value, play) => value - scale * of(others[play]!));
    const difference = meanOf(differences);
    const squares = differences.reduce((sum, one) => sum + (one - difference) ** 2, 0);
    const error = Math.sqrt(squares / (differences.length - 1) / differences.length);
    return `${mean} (${difference < 0 ? "" : "+"}${difference.toFixed(2)}, error ${error.toFixed(2)})`;
  };
  return [
    `profit ${text(({ profit }) => profit, 100, "%")}`,
    `first ${text(({ win }) => win, 100, "%")}`,
    `best ${text(({ best }) => best, 1, "")}`,
  ].join(", ");
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
