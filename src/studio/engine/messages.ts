/** What the page and its engine send each other; `calls.ts` has the calls. */
import type {
  AskedColumns,
  Conflict,
  PayoutShape,
  Payouts,
  Portfolio,
  PortfolioResult,
} from "dfs-lineups/browser";

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** When it was given, in milliseconds since 1970. */
  readonly time: number;
  /** The headers of columns that the user named, such as that of the points; `none` for no column. */
  readonly columns?: AskedColumns;
}

/** The user's settings, which determine the lineups. Players are indices into `SlateFacts.players`. */
export interface Edit {
  readonly count: number;
  readonly points: readonly (readonly [player: number, points: number])[];
  readonly ownership: readonly (readonly [player: number, percent: number])[];
  readonly locks: readonly number[];
  readonly bans: readonly number[];
  readonly cap: number | null;
  /** Lineups that stay, as the player of each seat. */
  readonly kept?: readonly (readonly number[])[];
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
export interface Costs {
  readonly of: number;
  readonly found: readonly Cost[];
}

/** The entry fee in dollars, how it is paid out, and the numbers of opponents and of draws. */
export interface Terms {
  readonly fee: number;
  /** `own`: the payouts of `table`. */
  readonly shape: PayoutShape | "own";
  readonly table?: Extract<Payouts, { payouts: unknown }>["payouts"] | undefined;
  readonly field: number;
  /** Whether the opponents are the lineups of the standings instead of drawn ones. */
  readonly isReal?: boolean | undefined;
  readonly draws: number;
}

export type Shares = readonly (readonly [player: number, percent: number])[];

/** The mean sum of all payments, the mean payment of the best entry, or the chance of a first place. */
export type Goal = "payout" | "best" | "first";

export interface Download {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer> | string;
}

export interface Steps {
  readonly done: number;
  readonly of: number;
}

export interface Running<Progress> {
  readonly signal: AbortSignal;
  readonly progress: (state: Progress) => void;
  /** Whether a stopped call returns its results so far. */
  readonly isKept: () => boolean;
}
