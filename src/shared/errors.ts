/** All errors of the library; each converts to a JSON:API error object field for field. */
export { type FileIssue, InvalidFileError, InvalidTableError } from "./errors/file-errors.ts";
export { type Conflict, type ConflictKind, InfeasibleError } from "./errors/infeasible-error.ts";
export { type ErrorKind, type ErrorObject, type ErrorSource, LineupError } from "./errors/lineup-error.ts";
export {
  InvalidRequestError,
  type RequestIssue,
  UnknownContestError,
  UnknownScoringError,
} from "./errors/request-errors.ts";
export {
  type Difference,
  SecondOpinionError,
  SolverFailedError,
  UnsupportedModelError,
} from "./errors/solver-errors.ts";
export { AbortedError, ClosedError, TimeLimitError } from "./errors/stopped-errors.ts";
