import { describe, expect, test } from "vitest";
import { parseOutcomesTable } from "../../../src/contests/catalog/outcomes.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { InvalidTableError, UnknownScoringError } from "../../../src/shared/errors.ts";
import { SCORING } from "../../support/scoring.ts";

const catalog = await loadCatalog();

test.each([...new Set(SCORING.map(({ sport }) => sport))])("%s has an outcomes table", async (sport) => {
  expect((await catalog.outcomesTable(sport)).sport).toBe(sport);
});

test("a sport without an outcomes table is reported with those that have one", async () => {
  await expect(catalog.outcomesTable("chess")).rejects.toThrow(UnknownScoringError);
  await expect(catalog.outcomesTable("chess")).rejects.toThrow(/basketball outcomes/);
});

const football = await catalog.outcomesTable("american-football");

describe("an inconsistent table", () => {
  const good = structuredClone(football);
  const [passer, ...others] = good.positions as [(typeof good.positions)[0], ...typeof good.positions];
  const withPasser = (own: Partial<typeof passer>) => ({
    ...good,
    positions: [{ ...passer, ...own }, ...others],
  });
  const loading = (factor: string, amount: number) => ({
    factor,
    side: "own" as const,
    loading: amount,
    source: "judged",
  });

  test.each([
    [
      withPasser({ loadings: [loading("weather", 0.1)] }),
      "positions[0].loadings[0].factor",
      /"weather" is not in `factors`/,
    ],
    [
      { ...good, otherwise: { ...good.otherwise, loadings: [loading("weather", 0.1)] } },
      "otherwise.loadings[0].factor",
      /"weather" is not in `factors`/,
    ],
    [
      { ...good, contests: [{ ...good.otherwise, names: ["late"], loadings: [loading("weather", 0.1)] }] },
      "contests[0].loadings[0].factor",
      /"weather" is not in `factors`/,
    ],
    [
      { ...good, contests: [{ ...good.otherwise, names: ["late", "late"] }] },
      "contests",
      /"late" is listed twice/,
    ],
    [
      withPasser({ loadings: [loading("pace", 0.1), loading("pace", 0.2)] }),
      "positions[0].loadings[1].factor",
      /already listed/,
    ],
    [
      withPasser({ loadings: [loading("pace", 0.8), loading("passing", 0.7)] }),
      "positions[0].loadings",
      /sum to 1\.13;/,
    ],
    [
      withPasser({ loadings: [loading("pace", 0.81112), loading("passing", 0.7)] }),
      "positions[0].loadings",
      /sum to 1\.1479;/,
    ],
    [
      { ...good, factors: [...good.factors, good.factors[0]!] },
      `factors[${good.factors.length}].name`,
      /Name it once/,
    ],
    [
      withPasser({ loadings: [{ ...loading("targets", 0.1), side: "opponent" as const }] }),
      "positions[0].loadings[0].factor",
      /"targets" is divided among the players of one team/,
    ],
    [
      withPasser({ loadings: [{ ...loading("passing", 0.1), side: "next" as const }] }),
      "positions[0].loadings[0].factor",
      /"passing" has no side "next"/,
    ],
    [withPasser({ names: ["RB"] }), "positions", /"RB" is listed twice/],
    [{ ...good, sources: { ...good.sources, unused: "Nobody." } }, "sources.unused", /no value cites/],
  ])("is refused (%#)", (table, path, message) => {
    expect(() => parseOutcomesTable(table, "own.json")).toThrow(InvalidTableError);
    expect(() => parseOutcomesTable(table, "own.json")).toThrow(expect.objectContaining({ path }));
    expect(() => parseOutcomesTable(table, "own.json")).toThrow(message);
  });

  test("may have loadings whose squares sum to exactly 1", () => {
    const whole = withPasser({ loadings: [loading("pace", 1)] });
    expect(parseOutcomesTable(whole, "own.json").positions[0]!.loadings).toHaveLength(1);
  });
});
