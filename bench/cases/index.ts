import { SHAPES, slateName } from "../slates/shapes/index.ts";
import { startupCases } from "../startup/cases.ts";
import type { Suite } from "./case.ts";
import { suiteOfSlate } from "./contests.ts";
import { hardPortfolioCases } from "./hard-portfolios.ts";
import { hardCases } from "./hard-rules.ts";
import { highsCases } from "./highs.ts";
import { portfolioCases } from "./portfolios.ts";
import { samplePath } from "./slates.ts";

const contests = SHAPES.map(slateName).map((name) => suiteOfSlate(name, samplePath(name)));

/** The sample slates, unchanged and with hard rules. */
export const suite: Suite = {
  timed: [
    ...contests.flatMap(({ timed }) => timed),
    ...hardCases,
    ...highsCases,
    ...portfolioCases,
    ...hardPortfolioCases,
  ],
  startup: startupCases,
  memory: contests.flatMap(({ memory }) => memory),
};
