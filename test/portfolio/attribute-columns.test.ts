import { expect, it } from "vitest";
import { withAttributes } from "../../src/portfolio/description.ts";
import { ROWS } from "../support/tiny-portfolio.ts";
import { teamUuid, tinyProblem, tinyProjections, uuidOf } from "../support/tiny-problem.ts";

it("other attributes of projections become columns of their players, unless a file has the column", () => {
  const problem = tinyProblem("classic", ROWS);
  const [quarterback, , , , , defense] = tinyProjections(ROWS);
  const stranger = tinyProjections([{ name: "stranger", position: "QB", team: 0 }])[0]!;
  const withCells = (one: typeof stranger, cells: object) => ({
    ...one,
    attributes: { ...one.attributes, ...cells },
  });
  const found = withAttributes(
    problem,
    [
      withCells(quarterback!, { Ceiling: 31.5, Note: "late", Hurt: false, Order: 7 }),
      withCells(defense!, { Ceiling: 9 }),
      withCells(stranger, { Ceiling: 99 }),
    ],
    new Map([[uuidOf("Player BQ1"), { Order: "2" }]]),
  );
  expect([...found]).toEqual([
    [uuidOf("Player BQ1"), { Ceiling: "31.5", Note: "late", Order: "2" }],
    [teamUuid(0), { Ceiling: "9" }],
  ]);
});
