import { createSearch } from "../../../src/engine/search/search.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { SolverFailedError } from "../../../src/shared/errors.ts";
import { solverOf } from "../../support/solvers.ts";
import { conformanceSuite } from "./suite.ts";

conformanceSuite("highs", solverOf(createSearch(createRunner(0)), "highs"), {
  models: 30,
  requests: 20,
  // Each further lineup is another binary program.
  most: 4,
  many: 20,
  declines: [SolverFailedError],
});
