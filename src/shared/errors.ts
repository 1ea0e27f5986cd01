/** All errors of the library; each converts to a JSON:API error object field for field. */
export {
  type FileIssue,
  InvalidFileError,
  InvalidRequestError,
  InvalidTableError,
  type RequestIssue,
  refuseOption,
  UnknownContestError,
  UnknownScoringError,
} from "./errors/input-errors.ts";
export { type ErrorKind, type ErrorObject, type ErrorSource, LineupError } from "./errors/lineup-error.ts";
export {
  AbortedError,
  ClosedError,
  type Conflict,
  type ConflictKind,
  type Difference,
  InfeasibleError,
  SecondOpinionError,
  SolverFailedError,
  TimeLimitError,
  UnsupportedModelError,
} from "./errors/solver-errors.ts";
