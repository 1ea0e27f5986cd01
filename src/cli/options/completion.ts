import { Argument } from "commander";
import type { Definition } from "./definition.ts";

/** The shells whose completion can be written. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];

/** What `completion` takes. */
export const definition: Definition = {
  description: "Print a script that lets a shell complete commands, options and their values.",
  arguments: [new Argument("<shell>", "whose script").choices(SHELLS)],
  options: [],
  epilogue: [
    "bash: put source <(dfs-lineups completion bash) into ~/.bashrc. zsh: the same with zsh into ~/.zshrc, after compinit. fish: dfs-lineups completion fish > ~/.config/fish/completions/dfs-lineups.fish",
  ],
};
