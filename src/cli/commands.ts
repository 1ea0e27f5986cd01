import type { Definition } from "./options/definition.ts";

/** A command by its name; what it takes and what runs it are loaded when asked for. */
export interface CommandEntry {
  readonly name: string;
  /** The command in the root's help. */
  readonly summary: string;
  readonly define: () => Promise<{ readonly definition: Definition }>;
  readonly load: () => Promise<{
    /** `options` are what the definition's options give, then come the arguments. */
    run(options: never, ...values: never[]): Promise<void>;
  }>;
}

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "optimize",
    summary: "find the best lineups of a salary file or a request",
    define: () => import("./options/optimize.ts"),
    load: () => import("./run/optimize.ts"),
  },
  {
    name: "build",
    summary: "fill a book's entries file or template with lineups",
    define: () => import("./options/build.ts"),
    load: () => import("./run/build.ts"),
  },
  {
    name: "swap",
    summary: "change entries after news; started games are left alone",
    define: () => import("./options/swap.ts"),
    load: () => import("./run/swap.ts"),
  },
  {
    name: "simulate",
    summary: "show how often each player and stack is optimal",
    define: () => import("./options/simulate.ts"),
    load: () => import("./run/simulate.ts"),
  },
  {
    name: "contest",
    summary: "estimate what entries can win, and choose entries",
    define: () => import("./options/contest.ts"),
    load: () => import("./run/contest.ts"),
  },
  {
    name: "slate",
    summary: "show how a book's file was understood",
    define: () => import("./options/slate.ts"),
    load: () => import("./run/slate.ts"),
  },
  {
    name: "verify",
    summary: "check lineups, without any solver",
    define: () => import("./options/verify.ts"),
    load: () => import("./run/verify.ts"),
  },
  {
    name: "check",
    summary: "check each row of an upload or entries file",
    define: () => import("./options/check.ts"),
    load: () => import("./run/check.ts"),
  },
  {
    name: "report",
    summary: "show what lineups have in common: exposures, stacks, pairs, spread",
    define: () => import("./options/report.ts"),
    load: () => import("./run/report.ts"),
  },
  {
    name: "score",
    summary: "turn stat lines into fantasy points",
    define: () => import("./options/score.ts"),
    load: () => import("./run/score.ts"),
  },
  {
    name: "rules",
    summary: "show the contests and their rules",
    define: () => import("./options/rules.ts"),
    load: () => import("./run/rules.ts"),
  },
  {
    name: "serve",
    summary: "answer lineup requests over HTTP",
    define: () => import("./options/serve.ts"),
    load: () => import("./run/serve.ts"),
  },
  {
    name: "batch",
    summary: "run thousands of jobs unattended, and continue after an interruption",
    define: () => import("./options/batch.ts"),
    load: () => import("./run/batch.ts"),
  },
  {
    name: "worker",
    summary: "solve jobs of batches that come through a queue",
    define: () => import("./options/worker.ts"),
    load: () => import("./run/worker.ts"),
  },
  {
    name: "key",
    summary: "make an API key for serve",
    define: () => import("./options/key.ts"),
    load: () => import("./run/key.ts"),
  },
  {
    name: "completion",
    summary: "print a completion script for bash, zsh or fish",
    define: () => import("./options/completion.ts"),
    load: () => import("./run/completion.ts"),
  },
];
