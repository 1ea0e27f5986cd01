import { hash } from "node:crypto";
import type { Optimizer, PortfolioOptions } from "../../optimizer/optimizer.ts";
import { portfoliosAtOnce } from "../../optimizer/options.ts";
import { type Clock, turn } from "../../shared/clock.ts";
import { Recent } from "../../shared/collections.ts";
import { InfeasibleError } from "../../shared/errors.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";
import { bounded } from "../client/abort.ts";
import { ServiceTimeoutError } from "../client/service-error.ts";
import { Admission, type Place, Semaphore, type WaitBounds } from "./admission.ts";
import { answerError, RefusedError } from "./answer-error.ts";
import { type Incoming, jsonApi, type Outgoing, type TextOutgoing } from "./exchange.ts";
import type { HandlerLimits } from "./handler-limits.ts";
import type { Metrics } from "./metrics.ts";
import type { ProjectionSource, Projections } from "./projections.ts";
import { checkSize, countOf, parseBody, readBody } from "./request/body.ts";
import { checkMediaType, type FieldQuery, type LineupQuery } from "./request/head.ts";
import { LINEUPS, type LineupPath, lineupPath } from "./routes.ts";

function withFields(document: FantasyLineupDocument, query: FieldQuery): FantasyLineupDocument {
  if (query.size === 0) return document;
  const { data, included } = document;
  return {
    ...document,
    data: data.map((lineup) => sparse(lineup, query.get("FantasyLineup"))),
    ...(included && {
      included: included.map((resource) => sparse(resource, query.get(RELATIONSHIPS[resource.type] ?? ""))),
    }),
  };
}

const RELATIONSHIPS: Readonly<Record<string, "selections" | "defenseSpecialTeams">> = {
  Player: "selections",
  Team: "defenseSpecialTeams",
};

function sparse<Entry extends { readonly attributes?: unknown }>(
  entry: Entry,
  names: ReadonlySet<string> | undefined,
): Entry {
  if (names === undefined) return entry;
  const attributes = Object.entries(entry.attributes ?? {}).filter(([name]) => names.has(name));
  return { ...entry, attributes: Object.fromEntries(attributes) };
}

/** Of such bodies one is parsed per turn of the event loop; a large slate's has a third of that. */
const LARGE_BODY_BYTES = 200_000;

interface Answer {
  readonly games: readonly string[];
  readonly document: WeakRef<Projections["document"]>;
  readonly age: string;
  readonly outgoing: TextOutgoing;
}

function isValid({ document, age }: Answer, now: Projections): boolean {
  return document.deref() === now.document && age === textOfAge(now);
}

function textOfAge({ fetchedAt, stale }: Projections): string {
  return `${fetchedAt?.getTime()} ${stale}`;
}

interface Parts {
  readonly optimizer: Optimizer;
  readonly projections: ProjectionSource;
  readonly limits: HandlerLimits;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly prefix: string;
}

interface LineupCall {
  readonly sport: string;
  readonly kind: LineupPath;
  readonly query: LineupQuery;
  readonly caller: string;
}

interface ActiveRequest extends LineupCall {
  readonly bounds: WaitBounds;
  readonly place: Place;
}

export function createLineupService(parts: Parts) {
  const { optimizer, projections, limits, metrics, clock, prefix } = parts;
  const admission = new Admission(limits.concurrency + limits.queue);
  const lineupSlots = new Semaphore(limits.concurrency, clock);
  const portfolioSlots = new Semaphore(portfoliosAtOnce(optimizer.threads), clock);
  /** Explaining why there is no lineup takes so long that it has its own queue. */
  const explanationSlots = new Semaphore(1, clock);
  const running = () => lineupSlots.running + portfolioSlots.running + explanationSlots.running;
  const answers = new Recent<Answer>(limits.answerBytes);
  /** Many large bodies at once would delay all other answers. */
  let largeRead: Promise<void> = Promise.resolve();
  const { timeLimit } = limits;

  async function answer(call: Incoming, request: LineupCall): Promise<Outgoing> {
    checkMediaType(call);
    using place = admission.admit(request.caller, call.signal);
    const { signal } = place;
    const bounds = { signal, deadline: clock.elapsed() + timeLimit, timeLimit };
    try {
      const body = await readBody(call, limits);
      if (body.length >= LARGE_BODY_BYTES) {
        largeRead = largeRead.then(turn);
        await largeRead;
      }
      signal.throwIfAborted();
      return await lineups({ ...request, bounds, place }, body);
    } catch (error) {
      throw signal.reason instanceof RefusedError ? signal.reason : error;
    }
  }

  async function lineups(active: ActiveRequest, bytes: Uint8Array): Promise<Outgoing> {
    const { sport, kind, query } = active;
    const key =
      limits.answerBytes > 0
        ? `${lineupPath(sport, kind)}${query.shown} ${hash("sha256", bytes, "base64")}`
        : null;
    const kept = key === null ? undefined : answers.get(key);
    if (kept && isValid(kept, await read(kept.games, active))) {
      metrics.answers.inc({ result: "hit" });
      return kept.outgoing;
    }
    metrics.answers.inc({ result: "miss" });
    const { outgoing, games, used, isLasting } = await solve(active, parseBody(bytes));
    if (key !== null && isLasting) {
      const answer = { games, document: new WeakRef(used.document), age: textOfAge(used), outgoing };
      // Two bytes for each UTF-16 unit, and 40 for each game's GUID.
      answers.set(key, answer, 2 * (outgoing.body.length + key.length) + 40 * games.length);
    }
    return outgoing;
  }

  /** Solves a request. Reads projections before it takes a slot, so that a slow service blocks no slot. */
  async function solve(active: ActiveRequest, body: unknown) {
    checkSize(body, limits, LINEUPS[active.kind].most);
    const { sport, kind, query, bounds } = active;
    const { signal, deadline } = bounds;
    let games: readonly string[] = [];
    let used: Projections = { document: { data: [] }, fetchedAt: null, stale: false };
    let slot: Disposable | undefined;
    let solving: number | undefined;
    const enter = async (one: Semaphore) => {
      active.place.keep(false);
      slot?.[Symbol.dispose]();
      slot = await one.enter(active.caller, bounds);
      active.place.keep();
    };
    const request = {
      sport,
      body: body as LineupRequestInput,
      count: countOf(body, query.count),
      projections: async (wanted: readonly string[]) => {
        // Sorted, because the order changes nothing, and each order would have projections of its own.
        games = [...new Set(wanted)].sort();
        used = await read(games, active);
        await enter(kind === "lineup-optimizer" ? lineupSlots : portfolioSlots);
        solving = clock.elapsed();
        return used.document;
      },
    };
    const portfolio = async (whole: typeof request, options: PortfolioOptions) => {
      const { portfolioOf } = await import("./request/portfolio.ts");
      const { options: own, ...described } = portfolioOf(body, query.count);
      return optimizer.portfolio({ ...whole, ...described }, { ...options, ...own });
    };
    const left = Math.max(1, Math.ceil(Math.min(timeLimit, deadline - clock.elapsed())));
    try {
      const options = {
        signal,
        include: query.include,
        timeLimit: left,
        beforeExplaining: () => enter(explanationSlots),
      };
      const document =
        kind === "lineup-optimizer"
          ? await optimizer.optimize(request, options)
          : await portfolio(request, options);
      const outgoing = jsonApi(200, {
        ...withFields(document, query.fields),
        links: { ...document.links, self: `${prefix}${lineupPath(sport, kind)}${query.shown}` },
        meta: { ...document.meta, ...ageOf(used) },
      });
      // If the shortfall is not proved, more time may find more lineups, so the answer is not cached.
      const isLasting = document.meta?.portfolio?.shortfall?.isProved !== false;
      return { outgoing, games, used, isLasting };
    } catch (error) {
      if (!(error instanceof InfeasibleError)) throw error;
      // Infeasibility is proved for these projections, so it can be cached like lineups.
      return { outgoing: answerError(error), games, used, isLasting: true };
    } finally {
      slot?.[Symbol.dispose]();
      if (solving !== undefined) metrics.solveSeconds.observe((clock.elapsed() - solving) / 1000);
    }
  }

  async function read(
    games: readonly string[],
    { sport, caller, bounds }: ActiveRequest,
  ): Promise<Projections> {
    const timeout = () =>
      new ServiceTimeoutError(
        `The prediction service did not return the projections of the listed games within ${timeLimit} ms. Try again later.`,
      );
    const left = Math.max(0, bounds.deadline - clock.elapsed());
    return bounded(clock, [bounds.signal], left, timeout, (signal) =>
      projections.projections(sport, games, { caller, signal }),
    );
  }

  return {
    answerBytes: () => answers.size,
    running,
    waiting: () => admission.size - running(),
    answer,
    dismiss: (reason: RefusedError) => admission.dismiss(reason),
  };
}

function ageOf({ fetchedAt, stale }: Projections) {
  if (fetchedAt === null) return {};
  return { projectionsFrom: `${fetchedAt.toISOString().slice(0, 19)}+00:00`, projectionsStale: stale };
}
