import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseContestTable } from "../../src/contests/catalog/contest.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { InfeasibleError, InvalidRequestError, TimeLimitError } from "../../src/shared/errors.ts";
import { runs, share, Tally } from "../support/runs.ts";
import { tinyShowdown } from "../support/tiny-contests.ts";
import { gameUuid, teamUuid, uuidOf } from "../support/tiny-problem.ts";

const source = "invented";
const accepted = (name: string) => (name === "CPT" ? ["B"] : ["A", "B"]);
const slot = (name: string, count: number, pointsMultiplier: number) => ({
  ...{ name, count, accepts: accepted(name), pointsMultiplier, uploadColumn: name, source },
  salary: name === "MVP" ? ("captainSalary" as const) : ("salary" as const),
});
/** Two captains' slots, one of which halves points, over several games. */
const captains = parseContestTable(
  {
    sport: "captains",
    book: "bookA",
    contest: "classic",
    sources: { invented: "Invented for tests." },
    salaryCap: { default: 21_600, source },
    positions: ["A", "B"].map((name) => ({ name, aliases: [], entry: "player" as const, source })),
    slots: [slot("CPT", 1, 0.5), slot("MVP", 1, 2), slot("X", 2, 1)],
    uploadOrder: ["CPT", "MVP", "X"],
    games: { minimum: 1, maximum: null, source },
    minimumGames: { minimum: 2, except: [], source },
    minimumTeams: { minimum: 3, except: [], source },
    teamLimits: [],
    bothTeams: null,
    stack: null,
  },
  "captains",
);

interface Row {
  readonly position: string;
  readonly team: number;
  readonly salary: number;
  readonly captainSalary: number;
  readonly points: number;
}

/** A request whose players are called by their row's index. */
function requestOf(rows: readonly Row[], portfolio: object, cap = 21_600) {
  const related = (type: string, id: string) => ({ data: { type, id } });
  const name = (index: number) => String(1000 + index);
  return {
    sport: "captains",
    body: {
      ...{ book: "bookA", contest: "classic", cap, games: [0, 1, 2].map(gameUuid) },
      players: rows.map(({ position, salary, captainSalary }, index) => ({
        ...{ player: uuidOf(name(index)), position, salary, captainSalary },
      })),
    },
    projections: {
      data: rows.map(({ position, team, points }, index) => ({
        ...{ id: uuidOf(`p${index}`), type: "FantasyPerformance" as const },
        attributes: { uuid: uuidOf(`p${index}`), position, bookAPoints: points },
        relationships: {
          player: related("Player", uuidOf(name(index))),
          team: related("Team", teamUuid(team)),
          event: related("Event", gameUuid(team >> 1)),
        },
      })),
      included: rows.map((_, index) => ({
        ...{ id: uuidOf(name(index)), type: "Player" as const },
        attributes: { fullName: name(index), bookId: name(index) },
      })),
    },
    portfolio,
  };
}

const row = (text: string): Row => {
  const [position, team, salaries, points] = text.split(" ") as [string, string, string, string];
  const [salary, captainSalary] = salaries.split("/").map(Number) as [number, number];
  return { position, team: Number(team), salary, captainSalary, points: Number(points) };
};

describe("a contradictory portfolio", () => {
  it("is explained if a player who must be in lineups fits none", async () => {
    await using optimizer = await createOptimizer({ rules: [captains, tinyShowdown], threads: 0 });
    const pool = [
      "A 3 4800/7200 22.75",
      "B 0 6600/8000 36.7",
      "A 3 6700/10050 26.75",
      "B/A 3 7200/10800 36.93",
      "A 3 7800/11700 30.84",
      "A/B 2 3300/4950 7.26",
      "B 3 3700/5550 4.03",
      "B/A 2 3200/4800 11.97",
      "A/B 1 6800/10200 26.47",
    ].map(row);
    const exposure = [
      { of: "1004", least: 6 },
      { of: "1008", most: 0 },
    ];
    const request = requestOf(pool, { lineups: 6, exposure });
    const error: unknown = await optimizer.portfolio(request).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InfeasibleError);
    expect((error as Error).message).toMatch("exposure[0]");
  });

  it("ends within its time limit", async () => {
    await using optimizer = await createOptimizer({ rules: [captains], threads: 0 });
    const numRuns = 30;
    const tally = new Tally();
    const rows = fc.array(
      fc
        .tuple(fc.constantFrom("A", "B", "A/B"), fc.nat(5), fc.integer({ min: 30, max: 80 }), fc.nat(4000))
        .map(([position, team, hundreds, points]) => ({
          ...{ position, team, salary: hundreds * 100, points: points / 100 },
          captainSalary: hundreds * 150,
        })),
      { minLength: 7, maxLength: 10 },
    );
    const exposure = fc.array(
      fc.record({
        of: fc.nat(8).map((index) => String(1000 + index)),
        limits: fc.constantFrom({ least: 6 }, { least: 2 }, { most: 0 }, { most: 3 }),
      }),
      { minLength: 1, maxLength: 3 },
    );
    const unique = fc.constantFrom(undefined, 1, 2, 3, 4);
    await fc.assert(
      fc.asyncProperty(rows, exposure, unique, async (pool, shares, apart) => {
        const asked = shares.map(({ of, limits }) => ({ of, ...limits }));
        const portfolio = { lineups: 6, exposure: asked, ...(apart !== undefined && { unique: apart }) };
        try {
          await optimizer.portfolio(requestOf(pool, portfolio, 24_000), { timeLimit: 300 });
          tally.add("solved");
        } catch (error) {
          if (error instanceof InvalidRequestError) return;
          if (!(error instanceof InfeasibleError || error instanceof TimeLimitError)) throw error;
          tally.add(error instanceof InfeasibleError ? "explained" : "late");
        }
      }),
      runs(numRuns),
    );
    // A busy machine explains fewer of them in time.
    expect(tally.of("explained") + tally.of("late"), `${tally}`).toBeGreaterThan(share(numRuns, 0.3));
  });
});
