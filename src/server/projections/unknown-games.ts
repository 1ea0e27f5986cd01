import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { Clock } from "../../shared/clock.ts";
import { Recent } from "../../shared/recent.ts";
import type { RateLimiters } from "../cache/cache.ts";
import { RefusedError } from "../refusal.ts";

/** Games remembered, known and unknown each. */
const REMEMBERED = 20_000;
/** Milliseconds for which a game without projections is taken to have none still. */
const UNKNOWN_MS = 60_000;
/** The window of a caller's budget, in seconds. */
const BUDGET_WINDOW = 300;

/**
 * Keeps callers from spending the service's quota on games that do not exist. A game without projections is not asked
 * for again for a minute, and each caller may ask for a bounded number of games that are not known to have any.
 */
export class UnknownGames {
  readonly #known = new Recent<true>(REMEMBERED);
  readonly #emptyUntil = new Recent<number>(REMEMBERED);
  readonly #budgets: RateLimiterAbstract;
  readonly #budget: number;
  readonly #clock: Clock;

  /** `budget` games of one caller in `BUDGET_WINDOW` seconds. */
  constructor(budget: number, clock: Clock, rates: RateLimiters) {
    this.#budget = budget;
    this.#clock = clock;
    this.#budgets = rates({ name: "unknown-games", points: budget, seconds: BUDGET_WINDOW });
  }

  /**
   * Those of the games, given by keys, that are worth asking for.
   * @throws RefusedError (429) if the caller has asked for too many that nobody knew.
   */
  async worthAsking(games: readonly string[], caller: string): Promise<readonly string[]> {
    const now = this.#clock.elapsed();
    const worth = games.filter((game) => (this.#emptyUntil.get(game) ?? 0) <= now);
    const unheardOf = worth.filter((game) => this.#known.get(game) === undefined).length;
    if (unheardOf > 0) await this.#spend(caller, unheardOf);
    return worth;
  }

  /** Remembers whether a game that was asked for has projections. */
  found(game: string, any: boolean): void {
    if (any) this.#known.set(game, true);
    else this.#emptyUntil.set(game, this.#clock.elapsed() + UNKNOWN_MS);
  }

  async #spend(caller: string, games: number): Promise<void> {
    try {
      await this.#budgets.consume(caller, games);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new RefusedError(
        "rate-limited",
        `This API key has asked for more than ${this.#budget} games without known projections in ${BUDGET_WINDOW} seconds. Check the GUIDs in games, and try again in ${seconds} s.`,
        { headers: { "retry-after": String(seconds) }, source: { pointer: "/games" } },
      );
    }
  }
}
