import type { PortfolioResult } from "../schema/portfolio-result.ts";

/** Who sits in one seat. */
interface ReportedSeat {
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

/** Lineups of one contest, and whom they have. */
export interface ReportInput {
  readonly title: string;
  readonly cap: number | null;
  /** Names of the slots that multiply points and salaries. */
  readonly captainSlots: readonly string[];
  /** By the seats' `uuid`. */
  readonly people: ReadonlyMap<string, ReportedPerson>;
  readonly lineups: readonly ReportedLineup[];
  /** How they came about, where they are a portfolio. */
  readonly portfolio?: PortfolioResult | undefined;
  readonly notes?: readonly string[] | undefined;
}
