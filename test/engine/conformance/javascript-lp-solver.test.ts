import { createSearch } from "../../../src/engine/search/search.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { UnsupportedModelError } from "../../../src/shared/errors.ts";
import { solverOf } from "../../support/solvers.ts";
import { conformanceSuite } from "./suite.ts";

conformanceSuite("javascript-lp-solver", solverOf(createSearch(createRunner(0)), "javascript-lp-solver"), {
  models: 75,
  requests: 30,
  many: 30,
  declines: [UnsupportedModelError],
});
