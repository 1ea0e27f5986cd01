/** The part of the library that runs on every platform; the entry points add what their platform supports. */
export type { Catalog } from "../contests/catalog/catalog.ts";
export { parseContestTable } from "../contests/catalog/contest.ts";
export {
  type ContestTable,
  type ContestTableInput,
  contestTableSchema,
} from "../contests/constraints/readers/contest-table.ts";
export type { Entry, FileSeats } from "../contests/problem/problem.ts";
export {
  type ScoreDocumentOptions,
  type ScoredPerformance,
  scoreDocument,
  scorePerformances,
} from "../contests/scoring/document.ts";
export type { LineKind, ScoredTerm, StatLine } from "../contests/scoring/line.ts";
export type { PerformanceOwner } from "../contests/scoring/owner.ts";
export {
  type PerformanceScore,
  type ScoreOptions,
  scorePerformance,
} from "../contests/scoring/performance.ts";
export type { DocumentOrReader, PointDocuments, PointSource } from "../contests/scoring/point-source.ts";
export type { SwapObstacle } from "../engine/model/swap-plan.ts";
export { SOLVER_NAMES, type SolverName } from "../engine/solver/registry.ts";
export * from "../files/index.ts";
export type { LineupInclude } from "../lineup/document/included.ts";
export type { PackedLineups } from "../lineup/document/seat-solutions.ts";
export type { JudgedLineup, LineupViolation, Verdict } from "../lineup/verify/judge.ts";
export type { VerifiedRequest, Verifier, VerifyOptions } from "../lineup/verify/verify-document.ts";
export type {
  OpenSlate,
  SlateEdit,
  SlateLineups,
  SlateLock,
  SlateOptions,
  SlatePortfolio,
  SlatePortfolioEdit,
  SlatePortfolioOptions,
} from "../optimizer/open-slate.ts";
export type {
  BacktestRequest,
  BacktestStrategyRequest,
  BuildStrategy,
  ChooseOptions,
  ChooseRequest,
  ChosenEntries,
  ContestOptions,
  ContestRequest,
  DrawnPortfolioOptions,
  DrawnPortfolioRequest,
  DrawnRequest,
  HistoryOptions,
  HistoryRequest,
  OpenSlateRequest,
  OptimizeOptions,
  OptimizeRequest,
  Optimizer,
  OwnershipEstimate,
  PastSlate,
  PortfolioOptions,
  PortfolioRequest,
  SimulateOptions,
  SimulateRequest,
  SlateRequest,
  StrategyChoice,
  SwapRequest,
} from "../optimizer/optimizer.ts";
export type { AvoidedLineup } from "../portfolio/avoided.ts";
export type { PortfolioReport } from "../portfolio/outcome.ts";
export type { AbsentPerson, ColumnExposure, PoolFacts } from "../portfolio/people.ts";
export type {
  SwapEntry,
  SwapInputs,
  SwapLineup,
  SwappedEntry,
  SwappedLineups,
  SwapReport,
  SwapSeat,
} from "../portfolio/swap/swap-lineups.ts";
export {
  AbortedError,
  ClosedError,
  type Conflict,
  type ConflictKind,
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
} from "../shared/errors.ts";
export type { ContestPosition, ContestSlot } from "../shared/schema/contest.ts";
export type { FieldInput, PayoutShape, Payouts } from "../shared/schema/contest-play.ts";
export { MAXIMUM_COUNT } from "../shared/schema/fields.ts";
export {
  type FantasyLineup,
  type FantasyLineupDocument,
  fantasyLineupDocumentSchema,
  fantasyLineupSchema,
} from "../shared/schema/lineups.ts";
export type { ExcludedSlot, Origin } from "../shared/schema/options.ts";
export type { OutcomesTable, OutcomesTableInput } from "../shared/schema/outcomes.ts";
export type { OwnershipTable } from "../shared/schema/ownership.ts";
export {
  type FantasyPerformance,
  type FantasyPerformanceDocument,
  fantasyPerformanceDocumentSchema,
  fantasyPerformanceSchema,
  type Performance,
  type PerformanceDocument,
  performanceDocumentSchema,
  performanceSchema,
} from "../shared/schema/performances.ts";
export type { Portfolio } from "../shared/schema/portfolio.ts";
export type { PortfolioResult, PortfolioShareResult } from "../shared/schema/portfolio-result.ts";
export {
  type LineupRequest,
  type LineupRequestInput,
  lineupRequestSchema,
} from "../shared/schema/request.ts";
export type { Resource, ResourceIdentifier } from "../shared/schema/resource.ts";
export {
  type ScoringGroup,
  type ScoringTable,
  type ScoringTerm,
  scoringTableSchema,
} from "../shared/schema/scoring.ts";
export type { Selection, SelectionCriteria } from "../shared/schema/selection.ts";
export type {
  Backtest,
  BacktestSlate,
  BacktestStrategy,
  Estimate,
  SettledEntry,
  StrategySlate,
} from "../simulation/backtest/backtest.ts";
export type { EntryFault, PastCheck, PastContest, PastPlayer } from "../simulation/backtest/past-contest.ts";
export type { Calibration, SlateFit } from "../simulation/calibration/calibrate.ts";
export type {
  FieldFacts,
  FieldFit as OpponentsFit,
  OwnedPlayer,
  OwnershipFit,
} from "../simulation/calibration/field-fit.ts";
export type { FittedValue, OutcomesFit, ProjectionBias } from "../simulation/calibration/fit-outcomes.ts";
export type { OwnershipCheck, OwnershipTables } from "../simulation/calibration/fit-ownership.ts";
export type { PairFit, ScoreTest, SpreadFit } from "../simulation/calibration/score-tests.ts";
export type { Choice } from "../simulation/contest/choose.ts";
export type { ContestResult } from "../simulation/contest/contest.ts";
export type { EnteredLineup } from "../simulation/contest/entered.ts";
export type { FieldFit, FieldPerson } from "../simulation/contest/opponents.ts";
export type { AllReturns, EntryReturns } from "../simulation/contest/prizes.ts";
export type { Correlations } from "../simulation/correlations.ts";
export type { OutcomeKnowledge } from "../simulation/draw-source.ts";
export type {
  GroupShare,
  LineupShare,
  PatternShare,
  PlayerShare,
  Share,
  Simulation,
} from "../simulation/simulate.ts";
export type { SimulatedOutcomes } from "../simulation/simulated-outcomes.ts";
