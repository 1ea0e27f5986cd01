import { readdirSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { createSearch } from "../../../src/engine/search/search.ts";
import { SOLVER_NAMES } from "../../../src/engine/solver/registry.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { solverOf } from "../../support/solvers.ts";
import { conformanceSuite } from "./suite.ts";

/** What a solver is tried on that has no file here with a size of its own. */
const SIZE = { models: 150, requestsPerContest: 12, many: 60 };

const files = readdirSync(new URL(".", import.meta.url));
const others = SOLVER_NAMES.filter((name) => !files.includes(`${name}.test.ts`));
const search = createSearch(createRunner(0));
afterAll(() => search.close());

it("tries every solver: those with a file of their own there, all others here", () => {
  const own = SOLVER_NAMES.filter((name) => files.includes(`${name}.test.ts`));
  expect(own).toEqual(expect.arrayContaining(["paths", "highs", "javascript-lp-solver"]));
  expect([...own, ...others].sort()).toEqual([...SOLVER_NAMES].sort());
});

for (const name of others) conformanceSuite(name, solverOf(search, name), SIZE);
