import { UnsupportedModelError } from "../../src/errors.ts";
import { createRunner } from "../../src/platform/node/runner.ts";
import { createSearch } from "../../src/search/search.ts";
import { solverOf } from "../support/solvers.ts";
import { conformanceSuite } from "./suite.ts";

conformanceSuite("javascript-lp-solver", solverOf(createSearch(createRunner(0)), "javascript-lp-solver"), {
  models: 150,
  requestsPerContest: 12,
  many: 60,
  declines: [UnsupportedModelError],
});
