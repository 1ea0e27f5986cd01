import { MOST_POINTS } from "../../../contests/problem/projections.ts";
import { projectPerformances } from "../../../contests/scoring/projected.ts";
import { books } from "../../../shared/books/index.ts";
import { type Clock, systemClock } from "../../../shared/clock.ts";
import { Recent } from "../../../shared/collections.ts";
import { AbortedError, InvalidRequestError } from "../../../shared/errors.ts";
import type { FantasyPerformanceDocument, PerformanceDocument } from "../../../shared/schema/performances.ts";
import { checkProjections } from "../../../shared/schema/plain.ts";
import type { ScoringTable } from "../../../shared/schema/scoring.ts";
import type { ServiceClient } from "../../client/index.ts";
import { ServiceError } from "../../client/service-error.ts";
import { ownRates, type RateLimiters } from "../cache/cache.ts";
import type { ProjectionSource, Projections, ReadControl } from "./source.ts";
import { Joins } from "./source.ts";
import { UnknownGames } from "./unknown-games.ts";

/** A document of the service and its age. */
interface Aged<Document> {
  readonly document: Document;
  readonly fetchedAt: Date;
  readonly stale: boolean;
}

/** Scores games' stat lines; equal documents give the same object. */
class ScoredGames {
  readonly #tablesOf: TablesOf;
  readonly #known = new WeakMap<PerformanceDocument, WeakMap<object, FantasyPerformanceDocument>>();

  constructor(tablesOf: TablesOf) {
    this.#tablesOf = tablesOf;
  }

  /** One game's projections: of its stat lines, else the service's own. @throws ServiceError for a stat that is none. */
  join(
    sport: string,
    own: Aged<FantasyPerformanceDocument>,
    lines: Aged<PerformanceDocument>,
  ): Aged<FantasyPerformanceDocument> {
    return {
      document: this.#scored(sport, own.document, lines.document),
      fetchedAt: new Date(Math.min(own.fetchedAt.getTime(), lines.fetchedAt.getTime())),
      stale: own.stale || lines.stale,
    };
  }

  #scored(
    sport: string,
    own: FantasyPerformanceDocument,
    lines: PerformanceDocument,
  ): FantasyPerformanceDocument {
    const ofLines = this.#known.get(lines) ?? new WeakMap();
    const document = ofLines.get(own) ?? scoredDocument(own, lines, this.#tablesOf(sport));
    this.#known.set(lines, ofLines.set(own, document));
    return document;
  }
}

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

/** Milliseconds for which the last reading of the same games is taken again without asking the client. */
const REPEAT_MS = 1_000;
/** Sets of games whose last reading is kept. */
const READINGS = 100;
/** Projections per page asked for; one game has about 40 to 100. */
const PAGE_SIZE = 100;
/** Milliseconds after which an attempt to reach the service is repeated while it has never answered. */
const PROBE_PAUSE = 2_000;
/** Games that nobody has had projections of which one caller may ask for in 5 minutes: a season's busiest day, thrice. */
const UNKNOWN_GAMES = 150;

/** What is needed of a service client. */
export type ProjectionClient = Pick<ServiceClient, "fantasyPerformances" | "performances" | "statistics">;

/** The tables of a sport, of each book one, by which predicted stat lines are scored. */
export type TablesOf = (sport: string) => readonly [ScoringTable, ...ScoringTable[]];

interface Reading {
  readonly until: number;
  readonly found: Projections;
}

/** How projections are read from the service. */
export interface ServiceProjectionsOptions {
  /** Where lookups of unknown games are counted; in this process where absent. */
  readonly rates?: RateLimiters | undefined;
  /** With it, predicted stat lines are read too and scored; the service's own points stand where there are none. */
  readonly tablesOf?: TablesOf | undefined;
  readonly clock?: Clock | undefined;
}

/** Projections from the prediction service, each game's read and cached by itself. Ready once the service has answered. */
export function serviceProjections(
  client: ProjectionClient,
  sports: readonly string[],
  { clock = systemClock, rates = ownRates, tablesOf }: ServiceProjectionsOptions = {},
): ProjectionSource {
  const checked = new WeakMap<object, FantasyPerformanceDocument>();
  const scored = tablesOf && new ScoredGames(tablesOf);
  const readings = new Recent<Reading>(READINGS);
  const joins = new Joins();
  const unknown = new UnknownGames(UNKNOWN_GAMES, clock, rates);
  let ready = false;
  let nextProbe = 0;

  /** Each of the client's documents is parsed once, however many requests it serves. */
  function check(document: object): FantasyPerformanceDocument {
    const known = checked.get(document);
    if (known) return known;
    const fresh = checkProjections(document);
    refuseAbsurd(fresh);
    checked.set(document, fresh);
    return fresh;
  }

  async function readGame(sport: string, key: string, { signal }: ReadControl) {
    const query = {
      "event.uuid": key.slice(sport.length + 1),
      // With the event, a game that has started is known to be settled.
      include: ["player", "team", "event"],
      count: PAGE_SIZE,
    } as const;
    const [snapshot, lines] = await Promise.all([
      client.fantasyPerformances(sport, query).snapshot({ signal }),
      scored && client.performances(sport, query).snapshot({ signal }),
    ]);
    unknown.found(key, snapshot.document.data.length > 0);
    return scored && lines ? scored.join(sport, snapshot, lines) : snapshot;
  }

  async function read(sport: string, games: readonly string[], control: ReadControl): Promise<Projections> {
    const asked = await unknown.worthAsking(
      games.map((game) => `${sport} ${game}`),
      control.caller,
    );
    const snapshots = await Promise.all(
      asked.map(async (one) => {
        try {
          return await readGame(sport, one.game, control);
        } catch (error) {
          // A caller that leaves has had the service asked; a service that fails is not the caller's fault.
          if (!(error instanceof AbortedError)) await unknown.refund(one, control.caller);
          throw error;
        }
      }),
    );
    const parts = snapshots.map((snapshot) => check(snapshot.document));
    return {
      document: joins.join(keyOf(sport, games), parts),
      fetchedAt: oldest(snapshots.map((snapshot) => snapshot.fetchedAt)),
      stale: snapshots.some((snapshot) => snapshot.stale),
    };
  }

  async function projections(
    sport: string,
    games: readonly string[],
    control: ReadControl,
  ): Promise<Projections> {
    const key = keyOf(sport, games);
    const last = readings.get(key);
    if (last && clock.elapsed() < last.until) return last.found;
    const found = await read(sport, games, control);
    ready = true;
    readings.set(key, { until: clock.elapsed() + REPEAT_MS, found });
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
          nextProbe = clock.elapsed() + PROBE_PAUSE;
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

/** Points beyond all sense are the service's fault, and no request's. @throws ServiceError */
function refuseAbsurd({ data }: FantasyPerformanceDocument): void {
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

function keyOf(sport: string, games: readonly string[]): string {
  return `${sport} ${games.join()}`;
}

function oldest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((least, time) => (least === null || time < least ? time : least), null);
}
