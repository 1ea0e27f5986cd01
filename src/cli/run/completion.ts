import { bashCompletion } from "../completion/bash.ts";
import { fishCompletion } from "../completion/fish.ts";
import { type CompletedCommand, completedCommands } from "../completion/spec.ts";
import { zshCompletion } from "../completion/zsh.ts";
import type { Shell } from "../options/completion.ts";
import { writeResult } from "../output.ts";

const SCRIPTS: { readonly [Name in Shell]: (commands: readonly CompletedCommand[]) => string } = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Prints the completion script of a shell. */
export async function run(_options: object, shell: Shell): Promise<void> {
  await writeResult(SCRIPTS[shell](await completedCommands()));
}
