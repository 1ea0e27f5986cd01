import type { PortfolioResult } from "../shared/schema/portfolio-result.ts";

/** The player in one seat. */
interface ReportedSeat {
  readonly slot: string;
  /** Identifies the player, for example by GUID; a captain has the player's own. */
  readonly uuid: string;
}

/** One lineup; salary and points are totals, with null points if they are unknown. */
export interface ReportedLineup {
  readonly seats: readonly ReportedSeat[];
  readonly salary: number;
  readonly points: number | null;
}

/** What is known about a player. */
export interface ReportedPerson {
  readonly name: string;
  /** Empty if unknown, like the position. */
  readonly team: string;
  readonly position: string;
  /** Without the captain's surcharge; null if unknown. */
  readonly salary: number | null;
  /** The player's ownership in the field, in percent. */
  readonly ownership: number | null;
}

/** Lineups of one contest, and their players. */
export interface ReportInput {
  readonly title: string;
  readonly cap: number | null;
  /** Names of the slots that multiply points and salaries. */
  readonly captainSlots: readonly string[];
  /** By the seats' `uuid`. */
  readonly people: ReadonlyMap<string, ReportedPerson>;
  readonly lineups: readonly ReportedLineup[];
  /** The portfolio result, if the lineups are a portfolio. */
  readonly portfolio?: PortfolioResult | undefined;
  readonly notes?: readonly string[] | undefined;
}
