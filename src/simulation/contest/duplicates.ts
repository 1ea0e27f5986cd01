import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import type { Problem } from "../../contests/problem/problem.ts";
import type { Search } from "../../engine/search/search.ts";
import type { Control } from "../../engine/solver/contract.ts";
import { type EnteredLineup, LineupReader } from "./entered.ts";
import { drawnOpponents } from "./opponents.ts";

/** How many opponents are expected to have the same lineup, for each of some lineups. */
export interface ExpectedDuplicates {
  /**
   * The expected number for each lineup; null if one of its players has no projection or is not in the pool.
   */
  readonly expected: readonly (number | null)[];
  /** The number of opponents. */
  readonly opponents: number;
  /** The standings that the opponents' habits are from; null if there are none of this kind of contest. */
  readonly standings: string | null;
}

/** The opponents; ownership in percent by GUID. */
interface DuplicatesField {
  readonly size: number;
  readonly ownership: ReadonlyMap<string, number>;
  readonly leastSalary: number | undefined;
}

/** Maximum number of opponents to draw: they only show what fraction of drawn lineups is legal. */
const MOST_DRAWN = 2_000;
const SEED = 1;

/** The expected number of opponents with each lineup, scaled up from a smaller drawn field. */
export async function expectedDuplicates(
  problem: Problem,
  lineups: readonly EnteredLineup[],
  { size, ...field }: DuplicatesField,
  search: Search,
  control: Control,
): Promise<ExpectedDuplicates> {
  const reader = new LineupReader(problem, buildModel(problem));
  const read = lineups.map((lineup) => reader.read(lineup));
  const known = read.filter((picks) => typeof picks !== "string");
  const own = Uint16Array.from(known.flatMap((picks) => [...picks]));
  const drawn = Math.min(size, MOST_DRAWN);
  const terms = { ...field, size: drawn, others: 0, seed: SEED, own };
  const { duplicates, standings } = await drawnOpponents(problem, terms, search, control);
  const expected = [...duplicates!].map((one) => (one * size) / drawn);
  let next = 0;
  return {
    expected: read.map((picks) => (typeof picks === "string" ? null : expected[next++]!)),
    opponents: size,
    standings,
  };
}
