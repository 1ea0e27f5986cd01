import { readdirSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { createSearch } from "../../../src/engine/search/search.ts";
import { SOLVER_NAMES } from "../../../src/engine/solver/registry.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { solverOf } from "../../support/solvers.ts";
import { conformanceSuite } from "./suite.ts";

/** The sizes for solvers without a test file here. */
const SIZE = { models: 75, requests: 60, many: 30 };

const files = readdirSync(new URL(".", import.meta.url));
const others = SOLVER_NAMES.filter((name) => !files.includes(`${name}.test.ts`));
const search = createSearch(createRunner(0));
afterAll(() => search.close());

it("covers every solver, in its own file or here", () => {
  const own = SOLVER_NAMES.filter((name) => files.includes(`${name}.test.ts`));
  expect(own).toEqual(expect.arrayContaining(["paths", "highs", "javascript-lp-solver"]));
  expect([...own, ...others].sort()).toEqual([...SOLVER_NAMES].sort());
});

for (const name of others) conformanceSuite(name, solverOf(search, name), SIZE);
