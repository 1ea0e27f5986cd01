/** Reports on lineups, simulations and contests: as data, and as self-contained pages. */

export { type ContestFacts, contestFacts, contestPage } from "./contest.ts";
export {
  type DocumentSurroundings,
  documentReport,
  type PackedSurroundings,
  packedReport,
} from "./lineup-sets.ts";
export { lineupPage } from "./lineups.ts";
export { type MorningAfter, morningAfter } from "./morning-after.ts";
export type { SlateWords } from "./people.ts";
export { type ReadyRule, type RuledSlate, readyRules } from "./ready-rules.ts";
export {
  type EntriesReport,
  type Report,
  type ReportedLineup,
  type ReportedPerson,
  type ReportInput,
  reportOf,
} from "./report.ts";
export { type SimulationFacts, simulationFacts, simulationPage } from "./simulation.ts";
