/**
 * Tools to check contest tables and solvers: generators of random cases, exhaustive search, and properties
 * that must hold in every case. Requires the package fast-check, which the rest of the library does not need.
 */
export type { Clause, LineupTest, PickCount, PickSum } from "../engine/model/lineup-test.ts";
export {
  type Model,
  type ModelSlot,
  type Origin,
  type Picks,
  POINT_UNITS,
  type Rule,
  type RuleData,
  type RuleKind,
} from "../engine/model/model.ts";
export type { Solution } from "../engine/solver/contract.ts";
export { type ConformanceOptions, solverProperties } from "./conformance/solver-properties.ts";
export { type ContestCheckOptions, checkContest, checksProperty } from "./contests/check-contest.ts";
export type { ContestFault, ContestReport, PropertyReport } from "./contests/contest-report.ts";
export type { DrawnSeat, PublishedRules } from "./contests/published.ts";
export { allSolutions, exhaustiveSolver, passesTest, type TestedSolver } from "./exhaustive.ts";
export { lawProperties } from "./laws/laws.ts";
export { type HandMadeEntry, handMade, modelOf, permuted } from "./models/hand-made.ts";
export { RULE_KINDS, smallModel } from "./models/small-model.ts";
export { bindingModel, extremeModel, SIDE_RULES, testedModel } from "./models/tested-model.ts";
export { looserShareProperty, portfolioOf } from "./portfolios/portfolio.ts";
export { type Property, PropertyFailedError, type PropertyRuns, Tally } from "./property.ts";
export { type Drawing, plainRequest, type SmallRequest, smallRequest } from "./requests/small-request.ts";
