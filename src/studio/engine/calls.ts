/** The calls that the page makes to its engine, each with its input, its progress reports and its output. */
import type { Portfolio } from "dfs-lineups/browser";
import type { Report } from "dfs-lineups/report";
import type { build, plan } from "./build.ts";
import type { costs, solve } from "./live.ts";
import type { after, choose, contest, ownership, payouts, simulate } from "./long.ts";
import type { Download, Edit, Failed, GivenFile, Lineups, Running } from "./messages.ts";
import type { readRules } from "./rules.ts";
import type { Opened } from "./session.ts";
import type { swap } from "./swap.ts";

/** Progress that is not in steps is the result so far. */
export interface Calls {
  /** `before` are the files of the open slate; `aliases` translate names to those of the salary file. */
  open: {
    input: {
      before: readonly GivenFile[];
      given: readonly GivenFile[];
      aliases: readonly (readonly [from: string, to: string])[];
    };
  } & Plain<Opened>;
  solve: Made<typeof solve>;
  report: { input: { edit: Edit; lineups: Lineups } } & Plain<Report>;
  csv: { input: { entries: Int32Array<ArrayBuffer> } } & Plain<readonly string[]>;
  costs: Made<typeof costs>;
  simulate: Made<typeof simulate>;
  ownership: Made<typeof ownership>;
  contest: Made<typeof contest>;
  choose: Made<typeof choose>;
  after: Made<typeof after>;
  payouts: { input: Parameters<typeof payouts>[0] } & Plain<Awaited<ReturnType<typeof payouts>>>;
  fill: { input: { entries: Int32Array<ArrayBuffer>; skipped: readonly string[] } } & Plain<Download>;
  plan: { input: Parameters<typeof plan>[1] } & Plain<ReturnType<typeof plan>>;
  build: Made<typeof build>;
  swap: Made<typeof swap>;
  readRules: { input: Parameters<typeof readRules>[1] } & Plain<Awaited<ReturnType<typeof readRules>>>;
  writeRules: { input: { portfolio: Portfolio; text: string | null } } & Plain<string>;
}

interface Plain<Output> {
  readonly progress: never;
  readonly output: Output;
}

type Made<Work> = Work extends (
  ...all: [never, never, infer Input, Running<infer Progress>]
) => Promise<infer Output>
  ? { readonly input: Input; readonly progress: Progress; readonly output: Output }
  : never;

export type CallName = keyof Calls;

/** Messages from the page: a call, or a request to stop a call, where `keep` asks for the results so far. */
export type ToEngine =
  | { readonly id: number; readonly call: CallName; readonly input: Calls[CallName]["input"] }
  | { readonly id: number; readonly stop: "drop" | "keep" };

export type FromEngine =
  | { readonly id: number; readonly progress: unknown }
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly failed: Failed };
