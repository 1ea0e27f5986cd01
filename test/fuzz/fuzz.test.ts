import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { runs, Tally } from "../support/runs.ts";
import { hold } from "./hold.ts";
import { hostileText } from "./hostile-text.ts";
import { hugeInputs } from "./huge-inputs.ts";
import { targets } from "./targets.ts";

const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());
const all = await targets(optimizer);

/** Cases per target; fewer for those that solve. */
const CASES = 25;
const SOLVING: Readonly<Record<string, number>> = { portfolio: 8, swap: 12 };

test.each(all)("$name answers hostile texts, or refuses them with an error of its own", async (target) => {
  const tally = new Tally();
  const property = fc.asyncProperty(hostileText(target.samples, target.isJson), async (text) => {
    tally.add(await hold(target, text));
  });
  await fc.assert(property, runs(SOLVING[target.name] ?? CASES));
  expect(tally.of("answered"), `${tally}`).toBeGreaterThan(0);
});

test("texts of megabytes, thousands of levels or nested aliases are answered or refused", async () => {
  for (const [name, texts] of Object.entries(hugeInputs())) {
    const target = all.find((one) => one.name === name)!;
    for (const text of texts) await hold(target, text);
  }
});
