import type { ContestTableInput } from "../../src/contests/constraints/readers/contest-table.ts";
import type { Random } from "../slates/random.ts";

/** The numbers of seats of random contests. */
export interface Seats {
  readonly least: number;
  readonly most: number;
}

const source = "drawn";
const SOURCES = { [source]: "Drawn for the bench." };
/** Half of the rosters have few slots with many seats, the other half many slots with few. */
const MOST_OF_A_SLOT = [1, 2, 3, 5];

/** A random contest: up to eight positions, slots that accept any of them, and optional limits. */
export function drawContest(random: Random, { least, most }: Seats): ContestTableInput {
  const names = Array.from({ length: random.whole(2, 8) }, (_, at) => `P${at + 1}`);
  const seats = random.whole(least, most);
  const isDefended = random.whole(0, 3) === 0;
  const hasCaptain = random.whole(0, 4) === 0;
  const slots = drawSlots(random, { names, seats, hasCaptain });
  const positions = [...new Set(slots.flatMap(({ accepts }) => accepts))].sort();
  const rarely = (low: number, high: number) =>
    random.whole(0, 2) === 0
      ? { minimum: random.whole(low, Math.min(high, seats)), except: [], source }
      : null;
  return {
    sport: "drawn",
    book: random.pick(["bookA", "bookB"]),
    contest: "classic",
    sources: SOURCES,
    salaryCap: { default: 50_000, source },
    positions: positions.map((name, at) => ({
      ...{ name, aliases: [], source },
      entry: isDefended && at === positions.length - 1 ? "team" : "player",
    })),
    slots,
    uploadOrder: slots.map(({ name }) => name),
    games: { minimum: 2, maximum: null, source },
    minimumGames: rarely(2, 8),
    minimumTeams: rarely(2, 10),
    teamLimits: random.whole(0, 2) === 0 ? [{ maximum: random.whole(1, 5), except: [], source }] : [],
    stack:
      positions.length > 1 && random.whole(0, 1) === 0
        ? { passer: positions[0]!, receiver: positions[1]!, source }
        : null,
  };
}

interface DrawnRoster {
  readonly names: readonly string[];
  readonly seats: number;
  readonly hasCaptain: boolean;
}

function drawSlots(random: Random, { names, seats, hasCaptain }: DrawnRoster): ContestTableInput["slots"] {
  const slots: ContestTableInput["slots"] = [];
  const mostOfOne = random.pick(MOST_OF_A_SLOT);
  for (let left = seats; left > 0; ) {
    const count = Math.min(left, random.whole(1, mostOfOne));
    const isCaptain = hasCaptain && slots.length === 0;
    const some = names.filter(() => random.whole(0, 2) === 0);
    slots.push({
      name: `S${slots.length + 1}`,
      count: isCaptain ? 1 : count,
      accepts: isCaptain ? [...names] : some.length > 0 ? some : [random.pick(names)],
      pointsMultiplier: isCaptain ? 1.5 : 1,
      salary: isCaptain ? "captainSalary" : "salary",
      uploadColumn: `S${slots.length + 1}`,
      source,
    });
    left -= isCaptain ? 1 : count;
  }
  return slots;
}
