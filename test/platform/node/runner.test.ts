import { expect, it } from "vitest";
import { createExplainer } from "../../../src/platform/node/explainer.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { TimeLimitError } from "../../../src/shared/errors.ts";
import { smallInputs } from "../../support/inputs.ts";

it("uncompiled sources solve in the calling thread, because threads cannot load them", async () => {
  await using optimizer = await createOptimizer({ threads: 2, solver: "highs" });
  expect(optimizer.threads).toBe(0);
  const request = smallInputs("basketball.bookA.classic");
  const { data } = await optimizer.optimize({ ...request, count: 1 });
  expect(data).toHaveLength(1);
  // Neither a time limit nor an explanation kills a worker.
  await expect(optimizer.optimize({ ...request, count: 1 }, { timeLimit: 1 })).rejects.toThrow(
    TimeLimitError,
  );
  expect(createExplainer(1000)).toBeUndefined();
});
