import type { RateLimiterAbstract } from "rate-limiter-flexible";
import type { Clock } from "../../../shared/clock.ts";
import { Recent } from "../../../shared/collections.ts";
import { spend } from "../authenticate.ts";
import type { RateLimiters } from "../cache.ts";

/** The most games in each cache: those with projections and those without. */
const CACHED_GAMES = 20_000;
/** Milliseconds before a game without projections is requested again. */
const UNKNOWN_MS = 60_000;
/** The window of a caller's budget, in seconds. */
const BUDGET_SECONDS = 300;

/** A game to request, and whether it counts against its caller's budget. */
interface GameRequest {
  readonly game: string;
  readonly isCounted: boolean;
}

/**
 * Prevents callers from spending the service's quota on games that do not exist. A game without projections
 * is not requested again for a minute, and each caller may request a limited number of games with no known
 * projections.
 */
export class UnknownGames {
  readonly #known = new Recent<true>(CACHED_GAMES);
  readonly #emptyUntil = new Recent<number>(CACHED_GAMES);
  readonly #budgets: RateLimiterAbstract;
  readonly #budget: number;
  readonly #clock: Clock;

  /** Allows `budget` games per caller in `BUDGET_SECONDS` seconds. */
  constructor(budget: number, clock: Clock, rates: RateLimiters) {
    this.#budget = budget;
    this.#clock = clock;
    this.#budgets = rates({ name: "unknown-games", points: budget, seconds: BUDGET_SECONDS });
  }

  /**
   * The games, given by keys, that should be requested. A game without known projections counts against the
   * caller's budget.
   * @throws RefusedError (429) if the caller's budget is used up.
   */
  async worthAsking(games: readonly string[], caller: string): Promise<readonly GameRequest[]> {
    const now = this.#clock.elapsed();
    const worth = games
      .filter((game) => (this.#emptyUntil.get(game) ?? 0) <= now)
      .map((game) => ({ game, isCounted: this.#known.get(game) === undefined }));
    const counted = worth.filter(({ isCounted }) => isCounted).length;
    if (counted > 0)
      await spend(this.#budgets, caller, counted, (_, seconds) => ({
        detail: `This API key has asked for more than ${this.#budget} games without known projections in ${BUDGET_SECONDS} seconds. Check the GUIDs in games, and try again in ${seconds} s.`,
        source: { pointer: "/games" },
      }));
    return worth;
  }

  /** Refunds a game to a caller if the service could not be asked for it. */
  async refund({ isCounted }: GameRequest, caller: string): Promise<void> {
    if (!isCounted) return;
    const spent = await this.#budgets.get(caller);
    // A window that has passed gets no refund.
    if (spent !== null && spent.consumedPoints > 0) await this.#budgets.reward(caller);
  }

  /** Records whether a requested game has projections. */
  found(game: string, any: boolean): void {
    if (any) this.#known.set(game, true);
    else this.#emptyUntil.set(game, this.#clock.elapsed() + UNKNOWN_MS);
  }
}
