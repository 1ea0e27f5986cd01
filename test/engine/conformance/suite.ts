import { describe, it } from "vitest";
import {
  type ConformanceOptions,
  solverProperties,
} from "../../../src/testing/conformance/solver-properties.ts";
import type { TestedSolver } from "../../../src/testing/exhaustive.ts";
import { runs, SLACK } from "../../support/runs.ts";
import { FORM_TABLES } from "../../support/salary-file.ts";

interface SuiteOptions extends Omit<ConformanceOptions, "requestsPerContest"> {
  /** The number of random requests, divided among the contests: those of each form by default. */
  readonly requests: number;
}

/** Checks a solver on built-in contests against the behaviour that all solvers share. */
export function conformanceSuite(name: string, solver: TestedSolver, size: SuiteOptions): void {
  const { models, requests, contests = FORM_TABLES, ...options } = size;
  const scaled = {
    ...options,
    contests,
    models: runs(models).numRuns,
    requestsPerContest: runs(requests / contests.length).numRuns,
  };
  describe(`${name} conforms`, () => {
    for (const property of solverProperties(solver, scaled))
      it(property.name, async () => {
        await property.run({ slack: SLACK });
      });
  });
}
