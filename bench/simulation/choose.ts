/**
 * Compares the entries of `contest --choose` with the portfolio of `optimize` under the same rules, over
 * draws used by neither: profit, the probability of a first place and the mean of the best payment, over
 * several slates and seeds; `--quick` for a quick look.
 */
import { performance } from "node:perf_hooks";
import { sampleSlate } from "../cases/slates.ts";
import { createOptimizer, slateInputs } from "../engine.ts";

const isQuick = process.argv.includes("--quick");
const SLATES = ["american-football.bookA.classic", "basketball.bookA.classic", "ice-hockey.bookA.classic"];
const SEEDS = isQuick ? [1] : [1, 2, 3];
const GOALS = ["payout", "first"] as const;
const ENTRIES = 60;
/** The draws of the choice, and the independent draws of the comparison. */
const CHOSEN_BY = isQuick ? 2_000 : 10_000;
const PLAYED = isQuick ? 8_000 : 30_000;
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
    const played = async (entries: typeof built) =>
      (await optimizer.contest({ ...stage, entries }, { draws: PLAYED, seed: seed + OTHER_SEED })).all;
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
      console.log(`  --goal ${goal} ${shown(all)}; ${seconds.toFixed(1)} s`);
    }
  }
}

type Figures = Awaited<ReturnType<typeof optimizer.contest>>["all"];

function shown({ profit, error, cost, win, best }: Figures): string {
  const percent = (part: number) => `${(100 * part).toFixed(1)}%`;
  return `profit ${percent(profit)} (error ${percent(error / cost)}), first ${(100 * win).toFixed(2)}%, best ${best.toFixed(2)}`;
}
