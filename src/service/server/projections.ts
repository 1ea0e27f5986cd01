import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { MOST_POINTS } from "../../contests/problem/projections.ts";
import { POINT_ATTRIBUTES } from "../../shared/books.ts";
import { type Clock, systemClock } from "../../shared/clock.ts";
import { Recent, sameItems } from "../../shared/collections.ts";
import { AbortedError, InvalidRequestError } from "../../shared/errors.ts";
import type { FantasyPerformanceDocument, PerformanceDocument } from "../../shared/schema/performances.ts";
import { checkProjections, joinProjections, splitByEvent } from "../../shared/schema/plain.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import type { ServiceClient } from "../client/index.ts";
import { ServiceError } from "../client/service-error.ts";
import { spend } from "./authenticate.ts";
import { ownRates, type RateLimiters } from "./cache.ts";

export interface Projections {
  /** Checked by `checkProjections`; the same object is returned until something changes. */
  readonly document: FantasyPerformanceDocument;
  /** When the service last confirmed the least recent of them; null if they are not from the service. */
  readonly fetchedAt: Date | null;
  /** True if a refresh was due but failed, or took too long. */
  readonly stale: boolean;
}

export interface ReadControl {
  readonly caller: string;
  readonly signal: AbortSignal;
}

/** How often a game's projections came from the cache, were fetched, or were served after they expired. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
  readonly stale: number;
}

export interface ProjectionSource {
  /** The projections of games, given as lower-case GUIDs. @throws ServiceError, AbortedError */
  projections(sport: string, games: readonly string[], control: ReadControl): Promise<Projections>;
  /** Whether requests are likely to find projections. Never waits. */
  isReady(): boolean;
  counts(): CacheCounts;
}

const JOINED_BYTES = 64_000_000;
const BYTES_OF_RESOURCE = 500;

function bytesOf({ data, included = [] }: FantasyPerformanceDocument): number {
  return 1_000 + BYTES_OF_RESOURCE * (data.length + included.length);
}

/** Constant projections. Games are identified by GUID alone, so one document may serve several sports. */
export function documentProjections(document: FantasyPerformanceDocument): ProjectionSource {
  const byEvent = splitByEvent(document);
  const joined = new Recent<FantasyPerformanceDocument>(JOINED_BYTES);
  return {
    projections: async (_sport, games) => {
      const key = games.join();
      const document = joined.get(key) ?? joinProjections(games.flatMap((game) => byEvent.get(game) ?? []));
      joined.set(key, document, bytesOf(document));
      return { document, fetchedAt: null, stale: false };
    },
    isReady: () => true,
    counts: () => ({ hits: 0, misses: 0, stale: 0 }),
  };
}

/** Milliseconds for which the last reading of the same games is reused without asking the client. */
const REPEAT_MS = 1_000;
const PAGE_SIZE = 100;
const PROBE_PAUSE_MS = 2_000;
/** Three times the games of a busy day, in 5 minutes. */
const UNKNOWN_GAMES_PER_CALLER = 150;

export type ProjectionClient = Pick<ServiceClient, "fantasyPerformances" | "performances" | "statistics">;

export type TablesOf = (sport: string) => readonly [ScoringTable, ...ScoringTable[]];

export interface ServiceProjectionsOptions {
  /** The rate limiters for lookups of unknown games; by default they count in this process's memory. */
  readonly rates?: RateLimiters | undefined;
  /** The tables that score predicted stat lines; without them, the service's own points are used. */
  readonly tablesOf?: TablesOf | undefined;
  readonly clock?: Clock | undefined;
}

interface GamePart {
  readonly made: FantasyPerformanceDocument;
  readonly sources: readonly object[];
}

interface SlateReading {
  readonly until: number;
  readonly parts: readonly GamePart[];
  readonly found: Projections;
}

/** Projections from the prediction service, cached by game. Ready once the service has answered. */
export function serviceProjections(
  client: ProjectionClient,
  sports: readonly string[],
  { clock = systemClock, rates = ownRates, tablesOf }: ServiceProjectionsOptions = {},
): ProjectionSource {
  const readings = new Recent<SlateReading>(JOINED_BYTES);
  const unknown = new UnknownGames(UNKNOWN_GAMES_PER_CALLER, clock, rates);
  let ready = false;
  let nextProbe = 0;

  async function readGame(sport: string, key: string, { signal }: ReadControl) {
    const query = {
      "event.uuid": key.slice(sport.length + 1),
      include: ["player", "team"],
      count: PAGE_SIZE,
    } as const;
    const [own, lines] = await Promise.all([
      client.fantasyPerformances(sport, query).snapshot({ signal }),
      tablesOf && client.performances(sport, query).snapshot({ signal }),
    ]);
    unknown.found(key, own.document.data.length > 0);
    const snapshots = lines ? [own, lines] : [own];
    return {
      sources: snapshots.map(({ document }) => document),
      make: () => checkedOf(own.document, lines?.document, () => tablesOf!(sport)),
      fetchedAt: oldest(snapshots.map(({ fetchedAt }) => fetchedAt))!,
      stale: snapshots.some(({ stale }) => stale),
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
    const asked = await unknown.worthAsking(
      games.map((game) => `${sport} ${game}`),
      control.caller,
    );
    const read = await Promise.all(
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
    const parts = await Promise.all(
      read.map(async ({ sources, make }): Promise<GamePart> => {
        const same = last?.parts.find((part) => sameItems(part.sources, sources));
        return same ?? { made: await make(), sources };
      }),
    );
    const isSame = last !== undefined && sameItems(parts, last.parts);
    const found = {
      document: isSame ? last.found.document : joinProjections(parts.map(({ made }) => made)),
      fetchedAt: oldest(read.map(({ fetchedAt }) => fetchedAt)),
      stale: read.some(({ stale }) => stale),
    };
    ready = true;
    readings.set(key, { until: clock.elapsed() + REPEAT_MS, parts, found }, bytesOf(found.document));
    return found;
  }

  function probe(): void {
    const [sport] = sports;
    if (sport === undefined || clock.elapsed() < nextProbe) return;
    nextProbe = Number.POSITIVE_INFINITY;
    const answered = () => (ready = true);
    const failed = () => (nextProbe = clock.elapsed() + PROBE_PAUSE_MS);
    client.fantasyPerformances(sport, { count: 1, page: 1 }).snapshot().then(answered, failed);
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

async function checkedOf(
  own: FantasyPerformanceDocument,
  lines: PerformanceDocument | undefined,
  tables: () => ReturnType<TablesOf>,
): Promise<FantasyPerformanceDocument> {
  const upstreamStatus = 200;
  let document = own;
  try {
    if (lines) {
      const { projectPerformances } = await import("../../contests/scoring/projected.ts");
      document = projectPerformances(lines, tables(), own);
    }
  } catch (cause) {
    if (!(cause instanceof InvalidRequestError)) throw cause;
    const detail = `The service's stat lines cannot be scored: ${cause.message}`;
    throw new ServiceError("upstream-invalid", detail, { upstreamStatus, cause });
  }
  const checked = checkProjections(document);
  for (const name of POINT_ATTRIBUTES)
    for (const [index, { attributes }] of checked.data.entries()) {
      const points = Number(attributes[name] ?? 0);
      if (Math.abs(points) <= MOST_POINTS) continue;
      const path = `/data/${index}/attributes/${name}`;
      const detail = `The service's projections are beyond ${MOST_POINTS} points at ${path} (got ${points}).`;
      throw new ServiceError("upstream-invalid", detail, { upstreamStatus, path });
    }
  return checked;
}

function oldest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((least, time) => (least === null || time < least ? time : least), null);
}

const REMEMBERED_GAMES = 40_000;
/** Milliseconds before a game without projections is requested again. */
const UNKNOWN_MS = 60_000;
const BUDGET_SECONDS = 300;

interface GameRequest {
  readonly game: string;
  readonly isCounted: boolean;
}

/**
 * Prevents callers from spending the service's quota on games that do not exist: a game without projections
 * is not requested again for a minute, and each caller may request few games with no known projections.
 */
export class UnknownGames {
  /** Until when a game counts as empty, in milliseconds of `Clock.elapsed`; null for one with projections. */
  readonly #emptyUntil = new Recent<number | null>(REMEMBERED_GAMES);
  readonly #budgets: RateLimiterAbstract;
  readonly #clock: Clock;

  constructor(budget: number, clock: Clock, rates: RateLimiters) {
    this.#clock = clock;
    this.#budgets = rates({ name: "unknown-games", points: budget, seconds: BUDGET_SECONDS });
  }

  async worthAsking(games: readonly string[], caller: string): Promise<readonly GameRequest[]> {
    const now = this.#clock.elapsed();
    const worth = games
      .filter((game) => (this.#emptyUntil.get(game) ?? 0) <= now)
      .map((game) => ({ game, isCounted: this.#emptyUntil.get(game) !== null }));
    const counted = worth.filter(({ isCounted }) => isCounted).length;
    if (counted > 0)
      await spend(this.#budgets, caller, counted, (_, seconds) => ({
        detail: `This API key has asked for more than ${this.#budgets.points} games without known projections in ${BUDGET_SECONDS} seconds. Check the GUIDs in \`games\`, and try again in ${seconds} s.`,
        source: { pointer: "/games" },
      }));
    return worth;
  }

  async refund({ isCounted }: GameRequest, caller: string): Promise<void> {
    if (!isCounted) return;
    const spent = await this.#budgets.get(caller);
    // A window that has passed gets no refund.
    if (spent !== null && spent.consumedPoints > 0) await this.#budgets.reward(caller);
  }

  found(game: string, any: boolean): void {
    if (any) this.#emptyUntil.set(game, null);
    // A game that had projections is not forgotten.
    else if (this.#emptyUntil.get(game) !== null)
      this.#emptyUntil.set(game, this.#clock.elapsed() + UNKNOWN_MS);
  }
}
