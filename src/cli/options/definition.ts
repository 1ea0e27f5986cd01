import type { Argument, Option } from "commander";

/** What a command takes and what its help says; light, so that help and completion load no engine. */
export interface Definition {
  readonly description: string;
  readonly arguments?: readonly Argument[];
  /** In the order of the help. */
  readonly options: readonly Option[];
  /** What the help ends with, a paragraph each. */
  readonly epilogue?: readonly string[];
}
