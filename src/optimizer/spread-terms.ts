import { invalidRequest } from "../shared/errors.ts";
import { correlationsSchema, outcomeKnowledgeSchema, simulatedSchema } from "../shared/schema/options.ts";
import { parseInput } from "../shared/schema/parse.ts";
import type { SimulatedOutcomes } from "../simulation/simulated-outcomes.ts";
import type { DrawnPoints } from "./contract.ts";

export function readSpreadTerms({ known, correlations }: DrawnPoints) {
  return {
    known: parseInput(outcomeKnowledgeSchema, known ?? [], { parameter: "known" }),
    correlations: correlations && parseInput(correlationsSchema, correlations, { parameter: "correlations" }),
  };
}

export function readSimulated({ simulated, correlations }: DrawnPoints): SimulatedOutcomes {
  if (correlations !== undefined)
    throw invalidRequest(
      "invalid-simulated",
      "correlations",
      "`correlations` cannot be combined with simulated outcomes, which have their own. Remove one of them.",
    );
  return parseInput(simulatedSchema, simulated, { parameter: "simulated" });
}
