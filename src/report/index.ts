/** Reports on lineups, simulations and contests: as data, and as self-contained pages. */

export { type ContestFacts, contestFacts } from "./contest-facts.ts";
export { contestPage } from "./contest-page.ts";
export { lineupPage } from "./lineup-page.ts";
export {
  type DocumentSurroundings,
  documentReport,
  type PackedSurroundings,
  packedReport,
} from "./lineup-sets.ts";
export type { SlateWords } from "./people.ts";
export {
  type EntriesReport,
  type Report,
  type ReportedLineup,
  type ReportedPerson,
  type ReportInput,
  reportOf,
} from "./report.ts";
export { type SimulationFacts, simulationFacts } from "./simulation-facts.ts";
export { simulationPage } from "./simulation-page.ts";
