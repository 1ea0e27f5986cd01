import { AbortedError, TimeLimitError } from "../errors.ts";
import type { Optimizer } from "../optimizer.ts";
import type { LineupRequestInput } from "../schema/request.ts";
import type { Clock } from "../shared/clock.ts";
import { Answers, answerKey, sameProjections } from "./answers.ts";
import { type Incoming, jsonApiText, type Outgoing } from "./exchange.ts";
import { Gate, type WaitBounds } from "./gate.ts";
import type { HandlerLimits } from "./handler-limits.ts";
import type { Metrics } from "./metrics.ts";
import type { ProjectionSource, Projections } from "./projections/source.ts";
import { checkSize, countOf, readBody } from "./request/body.ts";
import { parseJson } from "./request/json.ts";
import { checkMediaType } from "./request/media-type.ts";
import type { LineupQuery } from "./request/query.ts";
import { optimizerPath } from "./routes.ts";

/** Answers lineup requests whose key is checked already. */
export interface LineupService {
  readonly gate: Gate;
  readonly answers: Answers;
  /** @throws LineupError */
  answer(call: Incoming, sport: string, query: LineupQuery): Promise<Outgoing>;
}

interface Parts {
  readonly optimizer: Optimizer;
  readonly projections: ProjectionSource;
  readonly limits: HandlerLimits;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

export function createLineupService({
  optimizer,
  projections,
  limits,
  metrics,
  clock,
}: Parts): LineupService {
  const gate = new Gate(limits.concurrency, limits.queue, clock);
  const answers = new Answers(limits.answerBytes);

  async function answer(call: Incoming, sport: string, query: LineupQuery): Promise<Outgoing> {
    checkMediaType(call);
    const body = await readBody(call, limits);
    const { timeLimit } = limits;
    const bounds = { signal: call.signal, deadline: clock.elapsed() + timeLimit, timeLimit };
    return jsonApiText(200, await gate.run(bounds, () => lineups(sport, query, body, bounds)));
  }

  async function lineups(
    sport: string,
    query: LineupQuery,
    bytes: Uint8Array,
    bounds: WaitBounds,
  ): Promise<string> {
    const key = answerKey(sport, query.shown, bytes);
    const kept = answers.get(key);
    if (kept && sameProjections(kept.projections, await read(sport, kept.games, bounds))) {
      metrics.answers.inc({ result: "hit" });
      return kept.text;
    }
    metrics.answers.inc({ result: "miss" });
    const { text, games, used } = await solve(sport, query, parseJson(bytes), bounds);
    answers.set(key, { games, projections: used, text });
    return text;
  }

  async function solve(sport: string, query: LineupQuery, body: unknown, bounds: WaitBounds) {
    checkSize(body, limits);
    const { signal, deadline, timeLimit } = bounds;
    let games: readonly string[] = [];
    let used: Projections = { document: { data: [] }, fetchedAt: null, stale: false };
    let started = clock.elapsed();
    const document = await optimizer.optimize(
      {
        sport,
        body: body as LineupRequestInput,
        count: countOf(body, query.count),
        projections: async (wanted) => {
          const before = clock.elapsed();
          games = [...new Set(wanted)];
          used = await read(sport, games, bounds);
          started += clock.elapsed() - before;
          return used.document;
        },
      },
      {
        signal,
        include: query.include,
        timeLimit: Math.max(1, Math.ceil(Math.min(timeLimit, deadline - clock.elapsed()))),
      },
    );
    metrics.solveSeconds.observe((clock.elapsed() - started) / 1000);
    const text = JSON.stringify({
      ...document,
      links: { ...document.links, self: `${optimizerPath(sport)}${query.shown}` },
      meta: { ...document.meta, ...ageOf(used) },
    });
    return { text, games, used };
  }

  async function read(sport: string, games: readonly string[], bounds: WaitBounds): Promise<Projections> {
    try {
      return await projections.projections(sport, games, bounds);
    } catch (error) {
      const late = error instanceof AbortedError && !bounds.signal.aborted;
      throw late ? new TimeLimitError(bounds.timeLimit) : error;
    }
  }

  return { gate, answers, answer };
}

/** What `meta` says of the projections' age; nothing where they never came from the service. */
function ageOf({ fetchedAt, stale }: Projections) {
  if (fetchedAt === null) return {};
  return { projectionsFrom: `${fetchedAt.toISOString().slice(0, 19)}+00:00`, projectionsStale: stale };
}
