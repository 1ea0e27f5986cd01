import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { MOST_POINTS } from "../../../contests/problem/projections.ts";
import { projectPerformances } from "../../../contests/scoring/projected.ts";
import { books } from "../../../shared/books.ts";
import { type Clock, systemClock } from "../../../shared/clock.ts";
import { LastMade, Recent, sameItems } from "../../../shared/collections.ts";
import { AbortedError, InvalidRequestError } from "../../../shared/errors.ts";
import type { FantasyPerformanceDocument, PerformanceDocument } from "../../../shared/schema/performances.ts";
import { checkProjections, joinProjections } from "../../../shared/schema/plain.ts";
import type { ScoringTable } from "../../../shared/schema/scoring.ts";
import type { ServiceClient } from "../../client/index.ts";
import { ServiceError } from "../../client/service-error.ts";
import { spend } from "../authenticate.ts";
import { ownRates, type RateLimiters } from "../cache.ts";
import {
  JOINED_BYTES,
  joinedBytes,
  type ProjectionSource,
  type Projections,
  type ReadControl,
} from "./source.ts";

/** Scores a game's stat lines; players who have none keep their projection in `own`. @throws ServiceError */
function scoredDocument(
  own: FantasyPerformanceDocument,
  lines: PerformanceDocument,
  tables: ReturnType<TablesOf>,
): FantasyPerformanceDocument {
  try {
    return projectPerformances(lines, tables, own);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    throw new ServiceError(
      "upstream-invalid",
      `The service's stat lines cannot be scored: ${error.message}`,
      {
        upstreamStatus: 200,
        cause: error,
      },
    );
  }
}

/** Milliseconds for which the last reading of the same games is reused without asking the client. */
const REPEAT_MS = 1_000;
/** The page size for projections; one game has about 40 to 100. */
const PAGE_SIZE = 100;
/** Milliseconds between attempts to reach a service that has never answered. */
const PROBE_PAUSE_MS = 2_000;
/**
 * The most games without known projections that a caller may request in 5 minutes: three times the games of a
 * busy day.
 */
const UNKNOWN_GAMES_PER_CALLER = 150;

/** The methods of a service client that `serviceProjections` uses. */
export type ProjectionClient = Pick<ServiceClient, "fantasyPerformances" | "performances" | "statistics">;

/** A sport's scoring tables, one per book, for predicted stat lines. */
export type TablesOf = (sport: string) => readonly [ScoringTable, ...ScoringTable[]];

export interface ServiceProjectionsOptions {
  /** The rate limiters for lookups of unknown games; by default they count in this process's memory. */
  readonly rates?: RateLimiters | undefined;
  /** The tables that score predicted stat lines; without them, the service's own points are used. */
  readonly tablesOf?: TablesOf | undefined;
  readonly clock?: Clock | undefined;
}

/** The last reading of a set of games, with the documents of the games. */
interface SlateReading {
  /** When the reading expires, in milliseconds of `Clock.elapsed`. */
  readonly until: number;
  readonly parts: readonly FantasyPerformanceDocument[];
  readonly found: Projections;
}

/** Projections from the prediction service, cached by game. Ready once the service has answered. */
export function serviceProjections(
  client: ProjectionClient,
  sports: readonly string[],
  { clock = systemClock, rates = ownRates, tablesOf }: ServiceProjectionsOptions = {},
): ProjectionSource {
  const checked = new LastMade<object, FantasyPerformanceDocument>();
  const scored = new LastMade<PerformanceDocument, FantasyPerformanceDocument>();
  const readings = new Recent<SlateReading>(JOINED_BYTES);
  const unknown = new UnknownGames(UNKNOWN_GAMES_PER_CALLER, clock, rates);
  let ready = false;
  let nextProbe = 0;

  /** Parses each of the client's documents once, however many requests use it. */
  const check = (document: object) =>
    checked.of(document, [], () => {
      const parsed = checkProjections(document);
      checkPoints(parsed);
      return parsed;
    });

  async function readGame(sport: string, key: string, { signal }: ReadControl) {
    const query = {
      "event.uuid": key.slice(sport.length + 1),
      include: ["player", "team"],
      count: PAGE_SIZE,
    } as const;
    const [snapshot, lines] = await Promise.all([
      client.fantasyPerformances(sport, query).snapshot({ signal }),
      tablesOf && client.performances(sport, query).snapshot({ signal }),
    ]);
    unknown.found(key, snapshot.document.data.length > 0);
    if (!tablesOf || !lines) return snapshot;
    const make = () => scoredDocument(snapshot.document, lines.document, tablesOf(sport));
    return {
      document: scored.of(lines.document, [snapshot.document], make),
      fetchedAt: oldest([snapshot.fetchedAt, lines.fetchedAt])!,
      stale: snapshot.stale || lines.stale,
    };
  }

  async function projections(
    sport: string,
    games: readonly string[],
    control: ReadControl,
  ): Promise<Projections> {
    const key = `${sport} ${games.join()}`;
    const last = readings.get(key);
    if (last && clock.elapsed() < last.until) return last.found;
    const keys = games.map((game) => `${sport} ${game}`);
    const asked = await unknown.worthAsking(keys, control.caller);
    const snapshots = await Promise.all(
      asked.map(async (one) => {
        try {
          return await readGame(sport, one.game, control);
        } catch (error) {
          // A caller that leaves is still charged, but not for a failure of the service.
          if (!(error instanceof AbortedError)) await unknown.refund(one, control.caller);
          throw error;
        }
      }),
    );
    const parts = snapshots.map((snapshot) => check(snapshot.document));
    const found = {
      document: last && sameItems(parts, last.parts) ? last.found.document : joinProjections(parts),
      fetchedAt: oldest(snapshots.map((snapshot) => snapshot.fetchedAt)),
      stale: snapshots.some((snapshot) => snapshot.stale),
    };
    ready = true;
    readings.set(key, { until: clock.elapsed() + REPEAT_MS, parts, found }, joinedBytes(found.document));
    return found;
  }

  function probe(): void {
    const [sport] = sports;
    if (sport === undefined || clock.elapsed() < nextProbe) return;
    nextProbe = Number.POSITIVE_INFINITY;
    client
      .fantasyPerformances(sport, { count: 1, page: 1 })
      .snapshot()
      .then(
        () => {
          ready = true;
        },
        () => {
          nextProbe = clock.elapsed() + PROBE_PAUSE_MS;
        },
      );
  }

  return {
    projections,
    isReady: () => {
      if (!ready) probe();
      return ready;
    },
    counts: () => client.statistics(),
  };
}

/** Refuses points that no projection can have, as a fault of the service. @throws ServiceError */
function checkPoints({ data }: FantasyPerformanceDocument): void {
  for (const { pointsAttribute } of books) {
    const index = data.findIndex(
      ({ attributes }) => Math.abs(attributes[pointsAttribute] ?? 0) > MOST_POINTS,
    );
    if (index === -1) continue;
    const path = `/data/${index}/attributes/${pointsAttribute}`;
    const points = data[index]!.attributes[pointsAttribute];
    const detail = `The service's projections are beyond ${MOST_POINTS} points at ${path} (got ${points}).`;
    throw new ServiceError("upstream-invalid", detail, { upstreamStatus: 200, path });
  }
}

function oldest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((least, time) => (least === null || time < least ? time : least), null);
}

/** The most games in each of two caches: of games with projections, and of games without. */
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
   * Selects the games that should be requested from `games`, each as `{sport} {GUID}`. A game without known
   * projections counts against the caller's budget.
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
        detail: `This API key has asked for more than ${this.#budget} games without known projections in ${BUDGET_SECONDS} seconds. Check the GUIDs in \`games\`, and try again in ${seconds} s.`,
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
