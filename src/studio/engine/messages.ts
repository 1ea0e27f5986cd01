/** The calls that the page makes to its engine, with their inputs, progress and answers. */
import type {
  AskedColumns,
  Conflict,
  ContestRequest,
  Portfolio,
  PortfolioResult,
  ReadColumns,
  SlateEntry,
} from "dfs-lineups/browser";
import type { Report } from "dfs-lineups/report";
import type { build, plan } from "./build.ts";
import type { playedOf, simulatedOf } from "./long.ts";
import type { readRules } from "./rules.ts";
import type { swap } from "./swap.ts";

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** When it was given, in milliseconds since 1970. */
  readonly time: number;
  /** The headers of columns that the user named, such as that of the points; `none` for no column. */
  readonly columns?: AskedColumns;
}

/** One player of the slate. The page refers to players by their index in `SlateFacts.players`. */
export interface Player
  extends Pick<
    SlateEntry,
    "bookId" | "name" | "position" | "team" | "opponent" | "game" | "startsAt" | "salary" | "status"
  > {
  /** How descriptions name the player: by name if no other player has it, else by the book's id. */
  readonly ref: string;
  readonly isHome: boolean;
  readonly slots: readonly string[];
  /** Projected points; null without a projection. */
  readonly points: number | null;
  readonly ownership: number | null;
}

export interface SlateFacts {
  readonly file: string;
  readonly sport: string;
  readonly sportLabel: string;
  readonly vendor: string;
  readonly takesFiles: boolean;
  readonly contest: string;
  /** The file of the contest if it is the user's own contest; else null. */
  readonly contestFile: string | null;
  readonly cap: number | null;
  /** The name of each seat's slot; lineups list their players in this order. */
  readonly seats: readonly string[];
  readonly multipliers: readonly number[];
  readonly positions: readonly string[];
  readonly players: readonly Player[];
  readonly columns: readonly string[];
  readonly notes: readonly string[];
  readonly projections: string | null;
  readonly projectionsTime: number | null;
  /** What became of each column and row of the projections file. */
  readonly read: ReadColumns | null;
  /** A file without known points, and its columns of numbers, one of which may have them. */
  readonly asked: { readonly file: string; readonly columns: readonly string[] } | null;
  readonly attributes: readonly string[];
  /** Names in the projections file that match no player, or several: `players`. */
  readonly unmatched: readonly {
    readonly name: string;
    readonly points: number;
    readonly players: readonly number[];
  }[];
  readonly entries: EntriesFacts | null;
}

interface EntriesFacts {
  readonly file: string;
  readonly kind: "entries" | "template";
  readonly count: number;
  readonly filled: readonly string[];
  /** Whether the book marks a game as started; then a swap fills empty entries too. */
  readonly hasBegun: boolean;
  readonly contests: readonly { readonly name: string; readonly ids: readonly string[] }[];
}

export interface Opened {
  readonly slate: SlateFacts;
  /** Whether one of the given files begins another slate. */
  readonly isNew: boolean;
  /** The files in use, as indices among those of the open slate and the given ones: first that of the slate. */
  readonly used: readonly number[];
  readonly refused: string | null;
}

/** The user's settings, which determine the lineups. Players are indices into `SlateFacts.players`. */
export interface Edit {
  readonly count: number;
  readonly points: readonly (readonly [player: number, points: number])[];
  readonly ownership: readonly (readonly [player: number, percent: number])[];
  readonly locks: readonly number[];
  readonly bans: readonly number[];
  readonly cap: number | null;
  /** With locks and exclusions; a section's own rules come first. Null without other rules than those here. */
  readonly portfolio: Portfolio | null;
  /** `at` is its index in the whole description; null for the lineups of all contests. */
  readonly section?: { readonly at: number; readonly portfolio: Portfolio } | null;
  readonly skipped?: readonly string[];
}

/** How lineups are found: the best ones (`exact`), or a portfolio one after another or jointly. */
export type Method = "exact" | "sequential" | "joint";

export interface Share
  extends Pick<
    PortfolioResult["shares"][number],
    "pointer" | "what" | "lineups" | "least" | "most" | "boundBy" | "price"
  > {
  readonly player: number | null;
}

/** `entries` has the player of each seat, one lineup after another. */
export interface Lineups {
  readonly entries: Int32Array<ArrayBuffer>;
  readonly points: Float64Array<ArrayBuffer>;
  readonly salaries: Float64Array<ArrayBuffer>;
}

export interface Solved extends Lineups {
  readonly method: Method | "chosen";
  /** By player, an estimate of what one more lineup with the player adds to the sum; NaN if unknown. */
  readonly gains: Float64Array<ArrayBuffer>;
  /** By lineup, how many more points it has than the lineup that would replace it; NaN if unknown. */
  readonly margins: Float64Array<ArrayBuffer>;
  readonly sum: number;
  readonly gap: number | null;
  readonly shares: readonly Share[];
  readonly shortfall: string | null;
  readonly contradicts: readonly Contradiction[];
  readonly warnings: readonly string[];
  readonly endedBy: string | null;
  readonly milliseconds: number;
}

export interface Searching {
  readonly lineups: number;
  readonly gap: number | null;
  /** The first complete set of lineups; it may not keep the minimum exposures yet. */
  readonly first: Lineups | null;
}

/** A rule that takes part in a contradiction. `player` is the index of its player, or null if it has none. */
export interface Contradiction
  extends Pick<Conflict, "kind" | "pointer" | "slot" | "limit" | "leastCost" | "words"> {
  readonly player: number | null;
}

/** `conflicts` is an irreducible set of contradicting rules, or the fields to which the error points. */
export interface Failed {
  readonly code: string;
  readonly text: string;
  readonly conflicts: readonly Contradiction[];
}

/** Mean points that a lineup has more without the rule (null if unknown), give or take `error`. */
export interface Cost {
  readonly pointer: string;
  readonly perLineup: number | null;
  readonly error: number;
}

/** Those found, of so many rules. */
interface Costs {
  readonly of: number;
  readonly found: readonly Cost[];
}

export type Simulated = ReturnType<typeof simulatedOf>;

/** The entry fee in dollars, the shape of the payouts, and the numbers of opponents and of draws. */
export interface Terms {
  readonly fee: number;
  readonly shape: Extract<ContestRequest["payouts"], { shape: unknown }>["shape"];
  readonly field: number;
  readonly draws: number;
}

export type Played = ReturnType<typeof playedOf>;

export type Shares = readonly (readonly [player: number, percent: number])[];

/** `worth` and `pointsWorth` are estimates of the goal over draws that were not used to choose. */
export interface Chosen {
  readonly lineups: Solved;
  readonly played: Played;
  readonly goal: Goal;
  readonly candidates: number;
  readonly worth: number;
  /** For the lineups with the most points under the same rules; null without such lineups. */
  readonly pointsWorth: number | null;
}

/** The mean sum of all payments, the mean payment of the best entry, or the chance of a first place. */
export type Goal = "payout" | "best" | "first";

export interface Download {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer> | string;
}

export type Swapped = Awaited<ReturnType<typeof swap>>;
export type ReadRules = Awaited<ReturnType<typeof readRules>>;

export interface Steps {
  readonly done: number;
  readonly of: number;
}

/** The calls by name, each with its input, its progress reports and its output. */
export interface Calls {
  /** `before` are the files of the open slate; `aliases` translate names to those of the salary file. */
  open: {
    input: {
      before: readonly GivenFile[];
      given: readonly GivenFile[];
      aliases: readonly (readonly [from: string, to: string])[];
    };
    progress: never;
    output: Opened;
  };
  solve: { input: { edit: Edit; method: Method }; progress: Searching; output: Solved };
  report: { input: { edit: Edit; lineups: Lineups } } & Plain<Report>;
  csv: { input: { entries: Int32Array<ArrayBuffer> } } & Plain<readonly string[]>;
  /** Progress that is not in steps is the result so far. */
  costs: { input: { edit: Edit }; progress: Costs; output: Costs };
  simulate: { input: { edit: Edit; draws: number }; progress: Simulated; output: Simulated };
  /** Estimates the field's ownership in percent, by player. */
  ownership: { input: { edit: Edit } } & Plain<Shares>;
  contest: {
    input: { edit: Edit; entries: Int32Array<ArrayBuffer>; terms: Terms };
    progress: Played;
    output: Played;
  };
  choose: {
    /** `portfolio` is the whole description, with its locks and exclusions; null without rules. */
    input: { edit: Edit; portfolio: Portfolio | null; terms: Terms; goal: Goal };
    progress: Steps;
    output: Chosen;
  };
  fill: { input: { entries: Int32Array<ArrayBuffer>; skipped: readonly string[] } } & Plain<Download>;
  plan: { input: { edit: Edit; portfolio: Portfolio } } & Plain<ReturnType<typeof plan>>;
  build: {
    input: { edit: Edit; portfolio: Portfolio };
    progress: Steps;
    output: Awaited<ReturnType<typeof build>>;
  };
  swap: {
    input: { edit: Edit; now: string; news: GivenFile | null };
    progress: Steps;
    output: Swapped;
  };
  readRules: { input: Parameters<typeof readRules>[1] } & Plain<ReadRules>;
  writeRules: { input: { portfolio: Portfolio; text: string | null } } & Plain<string>;
}

interface Plain<Output> {
  readonly progress: never;
  readonly output: Output;
}

export type CallName = keyof Calls;

export interface Running<Name extends CallName> {
  readonly signal: AbortSignal;
  readonly progress: (state: Calls[Name]["progress"]) => void;
  /** Whether a stopped call returns its results so far. */
  readonly isKept: () => boolean;
}

/** Messages from the page: a call, or a request to stop a call, where `keep` asks for the results so far. */
export type ToEngine =
  | { readonly id: number; readonly call: CallName; readonly input: Calls[CallName]["input"] }
  | { readonly id: number; readonly stop: "drop" | "keep" };

export type FromEngine =
  | { readonly id: number; readonly progress: unknown }
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly failed: Failed };
