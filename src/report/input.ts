/** Who sits in one seat. */
export interface ReportedSeat {
  readonly slot: string;
  /** What tells people apart, such as a GUID; a captain has that of the player. */
  readonly uuid: string;
}

/** One lineup; salary and points are its totals, points null where they are unknown. */
export interface ReportedLineup {
  readonly seats: readonly ReportedSeat[];
  readonly salary: number;
  readonly points: number | null;
}

/** What is known of somebody. */
export interface ReportedPerson {
  readonly name: string;
  /** Empty where it is unknown, as the position. */
  readonly team: string;
  readonly position: string;
  /** Without the captain's surcharge; null where it is unknown. */
  readonly salary: number | null;
  /** How much of the field has him, in percent. */
  readonly ownership: number | null;
}

/** What became of one share of a portfolio, as its document's `meta` has it. */
export interface ReportedShare {
  readonly pointer: string;
  readonly what: string;
  readonly asked: string;
  /** Of the one player that it is of. */
  readonly uuid?: string | undefined;
  readonly lineups: number;
  readonly least: number;
  readonly most: number;
  readonly boundBy: "least" | "most" | null;
  /** Points that the sum's bound would gain by one more lineup allowed, or one less asked for; null where unknown. */
  readonly price: number | null;
}

/** How a portfolio came about, as its document's `meta` has it. */
export interface ReportedPortfolio {
  readonly method: string;
  readonly lineups: number;
  readonly unique: number;
  readonly sum: number;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly shares: readonly ReportedShare[];
  readonly shortfall?: { readonly reason: string } | undefined;
}

/** Lineups of one contest, and whom they have. */
export interface ReportInput {
  readonly title: string;
  readonly cap: number | null;
  /** Names of the slots that multiply points and salaries. */
  readonly captainSlots: readonly string[];
  /** By the seats' `uuid`. */
  readonly people: ReadonlyMap<string, ReportedPerson>;
  readonly lineups: readonly ReportedLineup[];
  readonly portfolio?: ReportedPortfolio | undefined;
  readonly notes?: readonly string[] | undefined;
}
