import { expect, it, onTestFinished } from "vitest";
import { createOptimizer } from "../../support/built.ts";
import { smallInputs } from "../../support/inputs.ts";

it("an optimizer starts no worker before one is needed", async () => {
  let workers = 0;
  const count = () => {
    workers += 1;
  };
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  await using optimizer = await createOptimizer({ threads: 2 });
  const request = smallInputs("basketball.bookA.classic");
  const { data } = await optimizer.optimize({ ...request, count: 5 });
  expect([data.length, workers]).toEqual([5, 0]);
  await using other = await createOptimizer({ threads: 2, solver: "highs" });
  const { data: same } = await other.optimize({ ...request, count: 1 });
  expect(same[0]!.attributes.points).toBe(data[0]!.attributes.points);
  expect(workers).toBe(2);
});
