/**
 * Times a swap of 150 entries, 60% of whose seats are locked, against one linear relaxation of the slate's
 * model.
 */
import type { SwapEntry } from "../../src/portfolio/swap/swap-lineups.ts";
import { samplePath, slateFile } from "../cases/slates.ts";
import { createOptimizer, lowerModel, slateInputs } from "../engine.ts";
import { interleave } from "../measure/interleave.ts";
import { createLinearRelaxation } from "../rivals/linear-relaxation.ts";
import { createRandom } from "../slates/random.ts";
import { subjectOf } from "../subject.ts";
import { checkSwap } from "./check-swap.ts";

const ENTRIES = 150;
const LOCKED = 0.6;
const GOAL = 500;
/** The deviation of the news's points from those used for the lineups. */
const NEWS = 0.1;
const PORTFOLIO = { exposure: [{ each: "player" as const, most: "50%" }], unique: 1 };

const CASES = [
  { name: "american-football.draftkings.classic", portfolio: undefined },
  { name: "american-football.draftkings.classic", portfolio: PORTFOLIO },
  { name: "basketball.draftkings.classic", portfolio: PORTFOLIO },
];

await using optimizer = await createOptimizer({ threads: 0 });
let isLate = false;
for (const { name, portfolio } of CASES) {
  const slate = slateFile(samplePath(name));
  const random = createRandom(5);
  const points = new Map(slate.entries.map(({ uuid, averagePoints }) => [uuid, averagePoints ?? 0]));
  const built = await optimizer.portfolio({
    ...slateInputs(slate, { projections: points }),
    portfolio: portfolio ?? {},
    count: ENTRIES,
  });
  const entries = built.data.map(
    ({ attributes }): SwapEntry => ({
      seats: Object.values(attributes.byPositions)
        .flat()
        .map(({ uuid }) => ({ uuid, locked: random.between(0, 1) < LOCKED })),
    }),
  );
  const news = new Map(
    slate.entries.map(({ uuid }) => [uuid, points.get(uuid)! * random.between(1 - NEWS, 1 + NEWS)]),
  );
  const request = {
    ...slateInputs(slate, { projections: news }),
    entries,
    closed: new Set<string>(),
    portfolio,
  };
  const answer = await optimizer.swap(request);
  checkSwap(slate, news, entries, answer, portfolio === undefined ? null : ENTRIES / 2);
  const subject = subjectOf({ slate: () => slate });
  const relaxation = await createLinearRelaxation(lowerModel(subject.model));
  const measured = await interleave(
    () => relaxation.run(),
    () => optimizer.swap(request),
    { warmUp: 500, duration: 8_000, leastPairs: 5, longest: 30_000, mostPairs: 30 },
  );
  const ratio = measured.ratio.median;
  const seats = entries.flatMap((entry) => entry.seats);
  const locked = seats.filter((seat) => seat?.locked).length / seats.length;
  const sum = answer.entries.reduce((all, { before, after }) => all + (after ?? before)!.points, 0);
  isLate ||= ratio > GOAL;
  console.log(
    `${name}${portfolio === undefined ? "" : ", most 50%"}: ${ENTRIES} entries, ${Math.round(100 * locked)}% locked, ` +
      `${answer.entries.filter(({ after }) => after !== null).length} changed; sum ${sum.toFixed(2)}, bound ` +
      `${answer.bound?.toFixed(2)}; ${measured.candidate.toFixed(0)} ms, ${ratio.toFixed(0)} LP relaxations ` +
      `(goal ${GOAL}; ${measured.pairs} pairs)`,
  );
}
if (isLate) console.log(`Some swap takes more than ${GOAL} LP relaxations.`);
