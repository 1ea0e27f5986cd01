import type { Argument, Option } from "commander";

/** Options under a heading of their own in the help. */
export function group(heading: string, options: readonly Option[]): readonly Option[] {
  for (const option of options) option.helpGroup(heading);
  return options;
}

/** What a command takes and what its help says; light, so that help and completion load no engine. */
export interface Definition {
  readonly description: string;
  readonly arguments?: readonly Argument[];
  /** In the order of the help. */
  readonly options: readonly Option[];
  /** What the help ends with, a paragraph each. */
  readonly epilogue?: readonly string[];
}
