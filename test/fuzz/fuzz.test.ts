import { runInThisContext } from "node:vm";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { instrument } from "../mutation/engine/instrument.ts";
import { codeOperators } from "../mutation/engine/operators.ts";
import { runs, Tally } from "../support/runs.ts";
import { Guide } from "./guide.ts";
import { hold } from "./hold.ts";
import { hostileText } from "./hostile-text.ts";
import { hugeInputs } from "./huge-inputs.ts";
import { keptTexts } from "./kept.ts";
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
    tally.add((await hold(target, text)).kind);
  });
  await fc.assert(property, runs(SOLVING[target.name] ?? CASES));
  expect(tally.of("answered"), `${tally}`).toBeGreaterThan(0);
});

test("texts of megabytes, thousands of levels or nested aliases are answered or refused", async () => {
  for (const { target: name, text, isLong = false } of hugeInputs()) {
    if (isLong) continue;
    const target = all.find((one) => one.name === name);
    expect(target, name).toBeDefined();
    if (target !== undefined) await hold(target, text());
  }
});

test("a guide keeps texts that reach a new place", () => {
  const source = '(text) => (text[0] === "{" ? (text[1] === "[" ? 2 : 1) : 0);';
  const { text } = instrument("planted.ts", source, {
    ...{ operators: codeOperators, from: 0 },
    ...{ isDrawn: () => true, isWanted: () => true, instead: () => null },
  });
  const guide = new Guide();
  const read = runInThisContext(text) as (text: string) => number;
  for (const given of ["a", "b", "{", "{a", "{[", "{[a"]) {
    read(given);
    guide.saw("planted", given);
  }
  expect(guide.keptOf("planted")).toEqual(["a", "{", "{["]);
  expect(guide.keptOf("other")).toEqual([]);
});

test("texts on which a reader once failed are answered or refused", async () => {
  for (const { target: name, text } of keptTexts()) {
    const target = all.find((one) => one.name === name);
    if (target === undefined) throw new Error(`kept.json speaks of ${name}, which is no target.`);
    await hold(target, text);
  }
});
