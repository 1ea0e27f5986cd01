import { describe, it } from "vitest";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import {
  type ConformanceOptions,
  solverProperties,
} from "../../../src/testing/conformance/solver-properties.ts";
import type { TestedSolver } from "../../../src/testing/exhaustive.ts";
import { runs, SLACK } from "../../support/runs.ts";

const { contests } = await loadCatalog();

/** Checks a solver on all built-in contests against the behaviour that all solvers share. */
export function conformanceSuite(name: string, solver: TestedSolver, size: ConformanceOptions): void {
  const { models, requestsPerContest = 0 } = size;
  const scaled = {
    ...size,
    contests,
    models: runs(models).numRuns,
    requestsPerContest: runs(requestsPerContest).numRuns,
  };
  describe(`${name} conforms`, () => {
    for (const property of solverProperties(solver, scaled))
      it(property.name, async () => {
        await property.run({ slack: SLACK });
      });
  });
}
