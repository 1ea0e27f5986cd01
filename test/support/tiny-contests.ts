import { parseContestTable } from "../../src/contests/catalog/contest.ts";
import type {
  ContestTable,
  ContestTableInput,
} from "../../src/contests/constraints/readers/contest-table.ts";

const sources = { invented: "Invented for tests." };
const source = "invented";

const position = (name: string, entry: "player" | "team" = "player", aliases: string[] = []) => ({
  name,
  aliases,
  entry,
  source,
});

const slot = (name: string, count: number, accepts: string[], captain = false) => ({
  name,
  count,
  accepts,
  pointsMultiplier: captain ? 1.5 : 1,
  salary: captain ? ("captainSalary" as const) : ("salary" as const),
  uploadColumn: name,
  source,
});

/** Four seats and a rule of every kind that a classic contest can have. */
const classic: ContestTableInput = {
  sport: "tiny",
  book: "bookA",
  contest: "classic",
  sources,
  salaryCap: { default: 20_000, source },
  positions: [
    position("QB"),
    position("WR", "player", ["W"]),
    position("RB"),
    position("DST", "team", ["D"]),
  ],
  unseated: [position("K", "player", ["PK"])],
  slots: [
    slot("QB", 1, ["QB"]),
    slot("WR", 1, ["WR"]),
    slot("FLEX", 1, ["WR", "RB"]),
    slot("DST", 1, ["DST"]),
  ],
  uploadOrder: ["QB", "WR", "FLEX", "DST"],
  games: { minimum: 2, maximum: null, source },
  minimumGames: { minimum: 2, except: [], source },
  minimumTeams: { minimum: 2, except: ["DST"], source },
  teamLimits: [{ maximum: 2, except: ["DST"], source }],
  bothTeams: null,
  stack: { passer: "QB", receiver: "WR", source },
};

export const tinyClassic: ContestTable = parseContestTable(classic, "tinyClassic");

/** A captain and two more, from one game. */
const showdown: ContestTableInput = {
  ...classic,
  contest: "showdown",
  slots: [slot("CPT", 1, ["QB", "WR", "RB", "DST"], true), slot("FLEX", 2, ["QB", "WR", "RB", "DST"])],
  uploadOrder: ["CPT", "FLEX"],
  games: { minimum: 1, maximum: 1, source },
  minimumGames: null,
  minimumTeams: null,
  teamLimits: [],
  bothTeams: { source },
};

export const tinyShowdown: ContestTable = parseContestTable(showdown, "tinyShowdown");

/** A guard and two more, from at least two games, in a contest of basketball. */
export const threeSeats: ContestTable = parseContestTable(
  {
    sport: "basketball",
    book: "bookA",
    contest: "three",
    sources,
    salaryCap: { default: 20_000, source },
    positions: [position("PG"), position("C")],
    slots: [slot("PG", 1, ["PG"]), slot("UTIL", 2, ["PG", "C"])],
    uploadOrder: ["PG", "UTIL"],
    games: { minimum: 2, maximum: null, source },
    minimumGames: { minimum: 2, except: [], source },
  },
  "threeSeats",
);
