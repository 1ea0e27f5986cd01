import type { PortfolioShareResult } from "../shared/schema/portfolio-result.ts";
import type { ReportedPerson, ReportInput } from "./input.ts";
import { percentOf } from "./percent.ts";
import { splitShares } from "./rule-shares.ts";

/** How often a player is in the lineups. */
export interface Exposure extends ReportedPerson {
  readonly uuid: string;
  readonly lineups: number;
  /** Percent of the lineups. */
  readonly share: number;
  /** In how many lineups the player is captain; null if the contest has no captain. */
  readonly captain: number | null;
  /** The requested limits; null if there are none. */
  readonly limit: ExposureLimit | null;
}

/** The limits of an exposure, in lineups, and which of them is reached. */
type ExposureLimit = Pick<PortfolioShareResult, "least" | "most" | "boundBy" | "price" | "asked">;

const UNKNOWN = { team: "", position: "", salary: null, ownership: null };

/** All players who are in a lineup or had to be, the most used first, then by name. */
export function exposuresOf({ lineups, people, captainSlots, portfolio }: ReportInput): Exposure[] {
  const counts = new Map<string, { lineups: number; captain: number }>();
  const limits = new Map<string, ExposureLimit>();
  for (const [uuid, { least, most, boundBy, price, asked }] of splitShares(portfolio).ofPlayers) {
    limits.set(uuid, { least, most, boundBy, price, asked });
    if (least > 0) counts.set(uuid, { lineups: 0, captain: 0 });
  }
  for (const { seats } of lineups) {
    const seen = new Set<string>();
    for (const { uuid, slot } of seats) {
      const count = counts.get(uuid) ?? { lineups: 0, captain: 0 };
      counts.set(uuid, count);
      if (!seen.has(uuid)) count.lineups += 1;
      seen.add(uuid);
      if (captainSlots.includes(slot)) count.captain += 1;
    }
  }
  return [...counts]
    .map(([uuid, count]) => ({
      uuid,
      ...(people.get(uuid) ?? { name: uuid, ...UNKNOWN }),
      lineups: count.lineups,
      share: percentOf(count.lineups, lineups.length),
      captain: captainSlots.length === 0 ? null : count.captain,
      limit: limits.get(uuid) ?? null,
    }))
    .sort((a, b) => b.lineups - a.lineups || a.name.localeCompare(b.name, "en"));
}
