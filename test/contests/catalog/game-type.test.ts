import { expect, test } from "vitest";
import { gameTypeTable } from "../../../src/contests/catalog/game-type.ts";
import type { ContestTable } from "../../../src/contests/constraints/readers/contest-table.ts";
import { slateInputs } from "../../../src/files/slate-inputs.ts";
import { builtInCatalog, loadCatalog } from "../../../src/platform/node/catalog.ts";
import { readSlateFile } from "../../../src/platform/node/files.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { InvalidTableError } from "../../../src/shared/errors.ts";

/** The sports by the number in the addresses of DraftKings' rules. */
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ "american-football": 1, baseball: 2, "ice-hockey": 3, basketball: 4, "college-football": 5 },
  ...{ "college-basketball": 6, mma: 9, nascar: 10, "league-of-legends": 11, soccer: 12, golf: 13 },
  ...{ "canadian-football": 14, euroleague: 15, tennis: 16 },
};

const between = (minValue: number, maxValue: number | null, isEnabled = true) => ({
  isEnabled,
  minValue,
  maxValue,
});

/** An answer about a game type as the book's interface gives it. */
function answer(name: string, url: string, seats: readonly (readonly [string, string?])[]) {
  return {
    ...{ gameTypeId: 7, gameTypeName: name, rulesUrl: url, allowLateSwap: true, errorStatus: null },
    ...{ salaryCap: between(0, 50_000), gameCount: between(2, null), teamCount: between(2, null) },
    lineupTemplate: seats.map(([slot, times = null], at) => ({
      rosterSlot: {
        id: 60 + at,
        name: slot,
        description: slot,
        positionTip: null,
        positionTipSubtext: times,
      },
      order: at + 1,
    })),
  };
}

/** The answer that describes a table. */
function answerFor(table: ContestTable) {
  const { slots, games, minimumGames, minimumTeams, bothTeams, salaryCap } = table;
  const seats = slots.flatMap(({ uploadColumn, count, pointsMultiplier }) =>
    Array.from(
      { length: count },
      () => [uploadColumn, ...(pointsMultiplier === 1 ? [] : [`${pointsMultiplier}x`])] as const,
    ),
  );
  return {
    ...answer("Any", `/help/rules/${NUMBERS[table.sport]}/7`, seats as [string, string?][]),
    salaryCap: between(0, salaryCap?.default ?? 0, salaryCap !== null),
    gameCount: between(minimumGames?.minimum ?? games.minimum, games.maximum),
    teamCount: between(minimumTeams?.minimum ?? (bothTeams ? 2 : 1), null),
  };
}

const rulesOf = (table: ContestTable) =>
  JSON.parse(JSON.stringify(table, (key, value) => (key === "source" ? undefined : value))) as ContestTable;

/** Not a contest with another's slots and its own scoring, of which an answer says nothing. */
const NEW = builtInCatalog.contests.filter(
  ({ sport, book, until, lineStats }) =>
    book === "bookA" && until === undefined && lineStats === undefined && sport in NUMBERS,
);

test("an answer about a known contest is that contest's table, with its own numbers", () => {
  expect(NEW.length).toBeGreaterThan(20);
  for (const table of NEW) {
    const made = gameTypeTable(answerFor(table), "mine.json", builtInCatalog);
    const { from: _from, until: _until, identifiedBy: _signs, sources: _sources, ...rules } = rulesOf(table);
    const { sources, ...found } = rulesOf(made);
    expect(found, `${table.sport} ${table.contest}`).toEqual({
      ...rules,
      games: { ...rules.games, minimum: rules.minimumGames?.minimum ?? rules.games.minimum },
      minimumGames:
        rules.minimumGames ?? (rules.games.minimum > 1 ? { minimum: rules.games.minimum, except: [] } : null),
      // Players of two games are of two teams.
      minimumTeams: (rules.minimumTeams?.minimum ?? 0) > 2 ? rules.minimumTeams : null,
    });
    expect(sources["game-type-rules"]).toContain("game type 7, Any");
  }
  const lower = { ...answerFor(NEW[0]!), salaryCap: between(0, 45_000) };
  expect(gameTypeTable(lower, "mine.json", builtInCatalog).salaryCap?.default).toBe(45_000);
});

const FILE = `Position,Name + ID,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,AvgPointsPerGame
${[
  ["SP", "P", 9000, "SEA", 20],
  ["1B", "INF/UTIL", 5000, "SEA", 9],
  ["SS", "INF/UTIL", 4000, "HOU", 8],
  ["OF", "OF/UTIL", 4500, "LAA", 10],
  ["2B/OF", "OF/INF/UTIL", 3000, "TEX", 7],
]
  .map(([position, slots, salary, team, points], at) => {
    const game = team === "SEA" || team === "HOU" ? "SEA@HOU" : "LAA@TEX";
    const name = `Player ${"ABCDE"[at]}`;
    return `${position},${name} (${at + 1}),${name},${at + 1},${slots},${salary},${game} 04/26/2021 08:10PM ET,${team},${points}`;
  })
  .join("\n")}
`;

test("in an unknown contest players sit where the salary file says", async () => {
  const rules = answer("Infield Outfield", "/help/rules/2/999", [["P"], ["INF"], ["OF"], ["UTIL"]]);
  const catalog = await loadCatalog({ rules: [rules as never] });
  const slate = readSlateFile(FILE, { file: "pool.csv", catalog });
  expect([slate.sport, slate.contest]).toEqual(["baseball", "infield-outfield"]);
  await using optimizer = await createOptimizer({ rules: [rules as never], threads: 0 });
  const { data } = await optimizer.optimize({ ...slateInputs(slate), count: 20 });
  // Three of the four hitters in INF, OF and UTIL: A with B, C and D in the three others.
  expect(data.map(({ attributes }) => attributes.points)).toEqual([47, 46, 45, 44]);
});

test("an answer about an unknown sport, or without slots, is refused by its field", () => {
  const read = (value: object) => () => gameTypeTable(value, "mine.json", builtInCatalog);
  const unknown = answer("Classic", "/help/rules/99/1", [["P"], ["P"]]);
  expect(read(unknown)).toThrow(
    new InvalidTableError(
      "mine.json",
      "rulesUrl",
      '"/help/rules/99/1" does not show the sport. Add the field "sport", such as "sport": "tennis".',
    ),
  );
  expect(read({ ...unknown, sport: "tennis" })().contest).toBe("classic");
  expect(read({ ...unknown, lineupTemplate: [] })).toThrow(/lineupTemplate/);
});
