import type { ContestTableInput } from "../../src/contests/constraints/readers/contest-table.ts";
import type { Slate, SlateEntry } from "../../src/files/slate.ts";
import { inventPool } from "./invent.ts";
import type { PositionShape, SlateShape } from "./shapes/shape.ts";

const source = "invented";
const SLOTS = { P: 2, C: 1, "1B": 1, "2B": 1, "3B": 1, SS: 1, OF: 3 };
const HITTERS = 5;

/** A baseball contest of its own: ten seats, and at most five hitters of a team. */
export const BASEBALL: ContestTableInput = {
  sport: "baseball",
  book: "bookA",
  contest: "classic",
  sources: { [source]: "Invented for the bench." },
  salaryCap: { default: 50_000, source },
  positions: Object.keys(SLOTS).map((name) => ({ name, aliases: [], entry: "player", source })),
  slots: Object.entries(SLOTS).map(([name, count]) => ({
    ...{ name, count, accepts: [name], pointsMultiplier: 1, salary: "salary", uploadColumn: name, source },
  })),
  uploadOrder: Object.keys(SLOTS),
  games: { minimum: 2, maximum: null, source },
  teamLimits: [{ maximum: HITTERS, except: ["P"], source }],
};

/** Depth charts of 24 teams: 13 players of a team for a small slate, 21 for a large one. */
const SHALLOW: Readonly<Record<string, readonly number[]>> = {
  P: [0.9, 0.3],
  C: [0.6],
  "1B": [0.8],
  "2B": [0.7],
  "3B": [0.75],
  SS: [0.8],
  OF: [0.95, 0.6, 0.35],
  "1B/OF": [0.4],
  "2B/SS": [0.3],
  "3B/OF": [0.2],
};
const DEEP: typeof SHALLOW = {
  ...SHALLOW,
  P: [0.9, 0.3, 0.1, 0],
  C: [0.6, 0.2],
  "1B": [0.8, 0.15],
  "2B": [0.7, 0.1],
  SS: [0.8, 0.1],
  OF: [0.95, 0.6, 0.35, 0.1, 0],
};

/** An invented baseball slate of this many players, the most expensive of 24 teams. */
export function baseballSlate(size: 300 | 500): Slate {
  const shape: SlateShape = {
    sport: "baseball",
    book: "bookA",
    contest: "classic",
    seed: size,
    games: 12,
    starts: ["07/12/2024 07:05PM ET"],
    plainSlot: "UTIL",
    positions: Object.entries(size === 300 ? SHALLOW : DEEP).map(
      ([position, depth]): PositionShape => ({
        ...{ position, rosterPosition: position, depth },
        ...(position === "P" ? { salary: [4000, 10_800], points: 23 } : { salary: [2000, 6400], points: 11 }),
      }),
    ),
  };
  const { pool } = inventPool(shape, shape.seed);
  const entries = pool.slice(0, size).map((own, at): SlateEntry => {
    const [away, home] = [own.away.abbreviation, own.home.abbreviation];
    const team = own.team.abbreviation;
    return {
      uuid: `00000000-0000-5000-8000-${String(at + 1).padStart(12, "0")}`,
      kind: "player",
      bookId: String(at + 1),
      captainBookId: null,
      name: `${own.firstName} ${own.lastName}`,
      firstName: own.firstName,
      lastName: own.lastName,
      position: own.shape.position,
      slots: null,
      team,
      salary: own.salary,
      captainSalary: null,
      averagePoints: Math.round(own.average * 100) / 100,
      status: null,
      opponent: team === home ? away : home,
      game: `${away}@${home}`,
      startsAt: null,
    };
  });
  return { book: "bookA", sport: "baseball", contest: "classic", slotRow: null, entries, leftOut: [] };
}
