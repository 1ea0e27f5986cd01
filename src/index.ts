export type { Catalog } from "./catalog/catalog.ts";
export { parseContestTable } from "./catalog/contest.ts";
export { type ContestTable, type ContestTableInput, contestTableSchema } from "./catalog/contest-table.ts";
export * from "./client/index.ts";
export {
  ServiceError,
  type ServiceErrorFields,
  type ServiceFailure,
  ServiceTimeoutError,
} from "./client/service-error.ts";
export {
  AbortedError,
  ClosedError,
  type Conflict,
  type ErrorKind,
  type ErrorObject,
  type ErrorSource,
  type FileIssue,
  InfeasibleError,
  InvalidFileError,
  InvalidRequestError,
  InvalidTableError,
  LineupError,
  type RequestIssue,
  SolverFailedError,
  TimeLimitError,
  UnknownContestError,
  UnknownScoringError,
  UnsupportedModelError,
} from "./errors.ts";
export { describeLeftOut } from "./formats/left-out.ts";
export { matchNotes } from "./formats/match-notes.ts";
export {
  type MatchedProjections,
  type MatchReport,
  matchProjections,
  type UnusedCause,
  type UnusedRow,
} from "./formats/match-projections.ts";
export type { ProjectionColumn } from "./formats/projection-columns.ts";
export {
  type ProjectionRow,
  type ProjectionsFile,
  type ReadProjectionsOptions,
  readProjectionsCsv,
} from "./formats/projections.ts";
export { type ReadSlateOptions, readSlateFile } from "./formats/read-slate.ts";
export type { Book, LeftOut, LeftOutReason, Listing, Slate, SlateEntry } from "./formats/slate.ts";
export { type SlateInputOptions, type SlateInputs, slateInputs } from "./formats/slate-inputs.ts";
export { type UploadLineup, type UploadPlayer, uploadCsv } from "./formats/upload.ts";
export type { LineupInclude } from "./lineup/included.ts";
export type { OptimizeOptions, OptimizeRequest, Optimizer } from "./optimizer.ts";
export { type CatalogOptions, loadCatalog } from "./platform/node/catalog.ts";
export { createOptimizer, type OptimizerOptions } from "./platform/node/optimizer.ts";
export { loadContestTable } from "./platform/node/tables.ts";
export { type VerifyOptions, verifyLineup, verifyLineups } from "./platform/node/verify.ts";
export type { ContestPosition, ContestSlot } from "./schema/contest.ts";
export {
  type FantasyLineup,
  type FantasyLineupDocument,
  fantasyLineupDocumentSchema,
  fantasyLineupSchema,
} from "./schema/lineups.ts";
export type { Origin } from "./schema/options.ts";
export {
  type FantasyPerformance,
  type FantasyPerformanceDocument,
  fantasyPerformanceDocumentSchema,
  fantasyPerformanceSchema,
  type Performance,
  type PerformanceDocument,
  performanceDocumentSchema,
  performanceSchema,
} from "./schema/performances.ts";
export {
  type LineupRequest,
  type LineupRequestInput,
  lineupRequestSchema,
  MAXIMUM_COUNT,
} from "./schema/request.ts";
export type { Resource, ResourceIdentifier } from "./schema/resource.ts";
export {
  type ScoringGroup,
  type ScoringTable,
  type ScoringTerm,
  scoringTableSchema,
} from "./schema/scoring.ts";
export type { LineKind, ScoredTerm } from "./scoring/breakdown.ts";
export {
  type ScoreDocumentOptions,
  type ScoredPerformance,
  scoreDocument,
  scorePerformances,
} from "./scoring/document.ts";
export type { StatLine } from "./scoring/line.ts";
export type { PerformanceOwner } from "./scoring/owner.ts";
export { type PerformanceScore, type ScoreOptions, scorePerformance } from "./scoring/performance.ts";
export type { DocumentOrReader, PointDocuments, PointSource } from "./scoring/point-source.ts";
export * from "./server/index.ts";
export { SOLVER_NAMES, type SolverName } from "./solver/registry.ts";
export type { JudgedLineup, Verdict } from "./verify/judge.ts";
export type { VerifiedRequest } from "./verify/verify.ts";
export type { LineupViolation } from "./verify/violation.ts";
