import { afterAll, expect, test } from "vitest";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { verifyLineups } from "../../../src/platform/node/verify.ts";
import { createOptimizerHandler, documentProjections } from "../../../src/service/server/index.ts";
import type { FantasyLineupDocument } from "../../../src/shared/schema/lineups.ts";
import { smallInputs } from "../../support/inputs.ts";
import { CONTESTS } from "../../support/salary-file.ts";

const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());

test.each(CONTESTS)("the endpoint answers for %s as the optimizer does", async (name) => {
  const { sport, body, projections } = smallInputs(name);
  const handler = createOptimizerHandler({
    optimizer,
    authenticate: () => "a client",
    projections: documentProjections(projections),
  });
  const request = new Request(`http://localhost/${sport}/v2/fantasy/lineup-optimizer?count=3`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const response = await handler(request);
  expect(response.status).toBe(200);
  const answer = (await response.json()) as FantasyLineupDocument;
  const expected = await optimizer.optimize({ sport, body, projections, count: 3 });
  const totals = ({ data }: FantasyLineupDocument) => data.map(({ attributes }) => attributes.points);
  expect(totals(answer)).toEqual(totals(expected));
  expect(answer.data[0]!.attributes.contest).toBe(name.split(".")[2]);
  const { lineups, violations } = await verifyLineups({ sport, body, projections, lineups: answer });
  expect([...violations, ...lineups.flatMap((one) => one.violations)]).toEqual([]);
});
