import { expect, it } from "vitest";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { verifyLineup, verifyLineups } from "../../../src/platform/node/verify.ts";
import { smallInputs } from "../../support/inputs.ts";

it("uses the built-in tables by default, in Node", async () => {
  await using optimizer = await createOptimizer({ threads: 0 });
  const request = smallInputs("basketball.draftkings.classic");
  const lineups = await optimizer.optimize({ ...request, count: 2 });
  expect(await verifyLineups({ ...request, lineups })).toMatchObject({ legal: true });
  const [lineup] = lineups.data;
  lineup!.attributes.salaryTotal += 1;
  const { violations } = await verifyLineup({ ...request, lineup: lineup! });
  expect(violations).toMatchObject([{ constraint: "claims", pointer: "/data/0/attributes/salaryTotal" }]);
});
