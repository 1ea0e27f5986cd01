import { describe, expect, it } from "vitest";
import { InvalidRequestError, type RequestIssue } from "../../src/shared/errors.ts";
import { grouped } from "../../src/shared/words.ts";
import { type CellRow, TEAMS, tinyPortfolio } from "../support/tiny-portfolio.ts";

/** The steps that a plan may take. */
const MOST = 10_000_000;

/** The players of each team, each on a line of its own. */
const OF_EACH = 100;
const ROWS = TEAMS.flatMap((_, team) =>
  Array.from(
    { length: OF_EACH },
    (_, at): CellRow => ({
      name: `Player T${team}N${at}`,
      position: ["QB", "WR", "RB"][at % 3]!,
      team,
      salary: 3000 + at,
      points: 10 + at / OF_EACH,
      cells: { Line: String(at), Order: String(at) },
    }),
  ),
);

const pool = ROWS.length;
const teams = TEAMS.length;

function issueOf(description: object): RequestIssue | null {
  try {
    tinyPortfolio(description, { rows: ROWS });
    return null;
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    expect(error.issues).toHaveLength(1);
    return error.issues[0]!;
  }
}

const repeated = <Item>(count: number, item: Item) => new Array<Item>(count).fill(item);

describe("a description that is too large to plan", () => {
  const sums = (count: number) => repeated(count, { column: "salary", most: 50_000 });
  const lists = repeated(6, { least: 1 });

  it.each<[string, object, number]>([
    ["sums over every team", { every: "team", sum: sums(50) }, 50 * teams * pool],
    ["sums and counts over every game", { every: "game", sum: sums(60), count: { most: 9 } }, 61 * 2 * pool],
    ["products, with a condition", { when: {}, product: sums(200) }, 201 * pool],
    [
      "ways to choose six teams",
      { some: "team", counts: lists },
      6 * teams * pool + 4 ** 6 * 6 * (pool / teams),
    ],
    ["groups of a column", { every: { column: "Line" }, sum: sums(10) }, 10 * pool * pool],
    [
      "runs of a column",
      { every: { column: "Order", within: 3, cyclic: 90 }, sum: sums(10) },
      10 * 4 * 90 * pool,
    ],
  ])("is refused at the oversized rule: %s", (_, rule, steps) => {
    const last = Math.floor(MOST / steps);
    const { code, source, detail } = issueOf({ rules: repeated(last + 5, rule) })!;
    expect([code, source]).toEqual(["portfolio-too-large", { pointer: `/portfolio/rules/${last}` }]);
    expect(detail).toContain(`rules[${last}]: `);
    expect(detail).toContain(`${grouped(steps * (last + 1))} steps of work`);
  });

  it("is refused at the oversized exposure", () => {
    const each = Math.floor(MOST / (100 * pool));
    expect(issueOf({ exposure: repeated(each + 9, { each: "player", most: "50%" }) })).toMatchObject({
      source: { pointer: `/portfolio/exposure/${each}` },
    });
  });

  it.each<[string, object, number]>([
    ["a name", { of: "Nobody", most: "50%" }, 100],
    ["a selection", { of: { team: "BUF" }, most: "50%" }, pool],
    ["every team", { each: "team", most: "90%" }, teams * (pool + 100)],
  ])("counts an exposure of %s", (_, exposure, steps) => {
    const before = repeated(1_000, exposure);
    const { detail } = issueOf({ exposure: before, rules: repeated(120, { every: "team", sum: sums(60) }) })!;
    const each = 60 * teams * pool;
    const most = Math.ceil((MOST + 1 - 1_000 * steps) / each);
    expect(detail).toContain(`${grouped(1_000 * steps + most * each)} steps of work`);
  });

  it("is larger than any written by hand", () => {
    const stack = { some: "team", counts: [{ least: 2 }, { least: 1 }, { least: 1 }] };
    const description = {
      exposure: [
        ...repeated(20, { each: "player", most: "50%" }),
        ...repeated(20, { each: "team", most: "90%" }),
      ],
      rules: [...repeated(20, stack), ...repeated(60, { every: "team", count: { most: 4 } })],
    };
    expect(issueOf(description)).toBeNull();
  });
});
