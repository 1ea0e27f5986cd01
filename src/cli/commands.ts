import type { CommandName, Options } from "./options/definitions.ts";

/** A command by its summary in the root's help; what runs it is loaded when asked for. */
type Entries = {
  readonly [Name in CommandName]: {
    readonly summary: string;
    readonly load: () => Promise<{ run(options: Options<Name>, ...values: never[]): Promise<void> }>;
  };
};

/** Every command, in the order of the help. */
export const COMMANDS: Entries = {
  optimize: {
    summary: "find the best lineups of a salary file or a request",
    load: () => import("./run/optimize.ts"),
  },
  build: {
    summary: "fill a book's entries file or template with lineups",
    load: () => import("./run/build.ts"),
  },
  swap: {
    summary: "change entries after news; started games are left alone",
    load: () => import("./run/swap.ts"),
  },
  simulate: {
    summary: "show how often each player and stack is optimal",
    load: () => import("./run/simulate.ts"),
  },
  contest: {
    summary: "estimate what entries can win, and choose entries",
    load: () => import("./run/contest.ts"),
  },
  slate: { summary: "show how a book's file was understood", load: () => import("./run/slate.ts") },
  verify: { summary: "check lineups, without any solver", load: () => import("./run/verify.ts") },
  check: {
    summary: "check each row of an upload or entries file",
    load: () => import("./run/check.ts"),
  },
  report: {
    summary: "show what lineups have in common: exposures, stacks, pairs, spread",
    load: () => import("./run/report.ts"),
  },
  score: { summary: "turn stat lines into fantasy points", load: () => import("./run/score.ts") },
  rules: { summary: "show the contests and their rules", load: () => import("./run/rules.ts") },
  serve: { summary: "answer lineup requests over HTTP", load: () => import("./run/serve.ts") },
  batch: {
    summary: "run thousands of jobs unattended, and continue after an interruption",
    load: () => import("./run/batch.ts"),
  },
  worker: {
    summary: "solve jobs of batches that come through a queue",
    load: () => import("./run/worker.ts"),
  },
  key: { summary: "make an API key for serve", load: () => import("./run/key.ts") },
  completion: {
    summary: "print a completion script for bash, zsh or fish",
    load: () => import("./run/completion.ts"),
  },
};
