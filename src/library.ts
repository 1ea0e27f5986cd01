/** The part of the library that runs on every platform; the entry points add what their platform supports. */
export type { Catalog } from "./catalog/catalog.ts";
export { parseContestTable } from "./catalog/contest.ts";
export { type ContestTable, type ContestTableInput, contestTableSchema } from "./catalog/contest-table.ts";
export type { Certificate } from "./certificate/certificate.ts";
export {
  AbortedError,
  ClosedError,
  type Conflict,
  type ConflictKind,
  type Difference,
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
  SecondOpinionError,
  SolverFailedError,
  TimeLimitError,
  UnknownContestError,
  UnknownScoringError,
  UnsupportedModelError,
} from "./errors.ts";
export * from "./formats/index.ts";
export type { LineupInclude } from "./lineup/included.ts";
export type { PackedLineups } from "./lineup/pack-lineups.ts";
export type { SwapObstacle } from "./model/swap-plan.ts";
export type { OpenSlate, SlateEdit, SlateLineups, SlateLock, SlateOptions } from "./open-slate.ts";
export type {
  ChooseOptions,
  ChooseRequest,
  ChosenEntries,
  ContestOptions,
  ContestRequest,
  DrawnPortfolioOptions,
  DrawnPortfolioRequest,
  OpenSlateRequest,
  OptimizeOptions,
  OptimizeRequest,
  Optimizer,
  PortfolioOptions,
  PortfolioRequest,
  SimulateOptions,
  SimulateRequest,
  SwapRequest,
} from "./optimizer.ts";
export type { AvoidedLineup } from "./portfolio/avoided.ts";
export type { PortfolioReport } from "./portfolio/outcome.ts";
export type { AbsentPerson, ColumnExposure, PoolFacts } from "./portfolio/people.ts";
export type { FileSeats } from "./problem/file-seats.ts";
export type { Entry } from "./problem/problem.ts";
export type { ContestPosition, ContestSlot } from "./schema/contest.ts";
export type { FieldInput, PayoutShape, Payouts } from "./schema/contest-play.ts";
export { MAXIMUM_COUNT } from "./schema/count.ts";
export {
  type FantasyLineup,
  type FantasyLineupDocument,
  fantasyLineupDocumentSchema,
  fantasyLineupSchema,
} from "./schema/lineups.ts";
export type { ExcludedSlot, Origin } from "./schema/options.ts";
export type { OutcomesTable, OutcomesTableInput } from "./schema/outcomes.ts";
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
export type { Portfolio } from "./schema/portfolio.ts";
export type { PortfolioResult, PortfolioShareResult } from "./schema/portfolio-result.ts";
export { type LineupRequest, type LineupRequestInput, lineupRequestSchema } from "./schema/request.ts";
export type { Resource, ResourceIdentifier } from "./schema/resource.ts";
export {
  type ScoringGroup,
  type ScoringTable,
  type ScoringTerm,
  scoringTableSchema,
} from "./schema/scoring.ts";
export type { Selection, SelectionCriteria } from "./schema/selection.ts";
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
export type { Choice } from "./simulation/contest/choose.ts";
export type { ContestResult } from "./simulation/contest/contest.ts";
export type { EnteredLineup } from "./simulation/contest/entered.ts";
export type { FieldFit, FieldPerson } from "./simulation/contest/opponents.ts";
export type { AllReturns, EntryReturns } from "./simulation/contest/returns.ts";
export type { Correlations } from "./simulation/correlations.ts";
export type { OutcomeKnowledge } from "./simulation/knowledge.ts";
export type {
  GroupShare,
  LineupShare,
  PatternShare,
  PlayerShare,
  Share,
  Simulation,
} from "./simulation/shares.ts";
export { SOLVER_NAMES, type SolverName } from "./solver/registry.ts";
export type { SwapEntry, SwapSeat } from "./swap/entered.ts";
export type { SwapInputs, SwapLineup, SwappedEntry, SwappedLineups } from "./swap/swap-lineups.ts";
export type { JudgedLineup, Verdict } from "./verify/judge.ts";
export type { Verifier, VerifyOptions } from "./verify/verifier.ts";
export type { VerifiedRequest } from "./verify/verify.ts";
export type { LineupViolation } from "./verify/violation.ts";
