import { processorTimes } from "./processor-time.ts";
import type { ServerProcess } from "./server-process.ts";
import type { footballSlate } from "./slate.ts";

/** The processor time of one request of a kind, on all threads of the server. */
interface Cost {
  readonly name: string;
  readonly milliseconds: number;
}

/** Requests before the measurement, after which the server's code is compiled. */
const WARM_UP = { good: 4_000, infeasible: 500 };
/**
 * Rounds in which the kinds of requests alternate, so that a slow phase of the machine affects all of them.
 */
const TURNS = 10;
const PER_TURN = { good: 150, infeasible: 50 };

/** The body of a request; all bodies of a kind differ, so that only the pool can be cached. */
type BodyAt = (index: number) => object;

interface Kind {
  readonly status: number;
  /** The code of the error, if there is one. */
  readonly code: string | null;
  readonly body: BodyAt;
}

function solvable({ body }: ReturnType<typeof footballSlate>): Kind {
  return { status: 200, code: null, body: (index) => ({ ...body, cap: 50_000 - index }) };
}

/** Infeasible requests, whose reasons differ in difficulty. */
function infeasible({ body }: ReturnType<typeof footballSlate>): Readonly<Record<string, BodyAt>> {
  const all = body.players.filter(({ position }) => position === "QB").map(({ player }) => ({ player }));
  const quarterbacks = all.map(({ player }) => player);
  return {
    "a cap of nothing": (index) => ({ ...body, cap: 1 + index }),
    "a cap a little too low": (index) => ({ ...body, cap: 20_000 - index }),
    "two quarterbacks locked": (index) => ({
      ...body,
      cap: 50_000 - index,
      include: { players: all.slice(0, 2) },
    }),
    "no quarterback left": (index) => ({
      ...body,
      cap: 50_000 - index,
      exclude: { players: quarterbacks },
    }),
    "a cap that the locked players all but use up": (index) => ({
      ...body,
      cap: 42_000 - index,
      include: { players: dearest(body, "RB", 2).concat(dearest(body, "WR", 3)) },
    }),
  };
}

function dearest({ players }: ReturnType<typeof footballSlate>["body"], wanted: string, count: number) {
  return players
    .filter(({ position }) => position === wanted)
    .toSorted((a, b) => b.salary - a.salary)
    .slice(0, count)
    .map(({ player }) => ({ player }));
}

/** A server at an address. */
interface Asked {
  readonly own: string;
  readonly pid: number;
}

/** The costs of requests that are not cached. */
export interface Costs {
  /** For a server that parses the same JSON and answers immediately. */
  readonly echo: Cost;
  readonly good: Cost;
  /** For a good request among infeasible ones, and for those. */
  readonly among: Cost;
  readonly infeasible: readonly Cost[];
}

/**
 * The cost of a good request on a server without cached answers compared with only parsing it, and the cost
 * of infeasible requests compared with good ones among them.
 * @throws Error if a request is not answered correctly.
 */
export async function measureCosts(
  server: Asked,
  echoing: Pick<ServerProcess, "url" | "pid">,
  slate: ReturnType<typeof footballSlate>,
): Promise<Costs> {
  const echoed = { own: echoing.url, pid: echoing.pid };
  const kind = solvable(slate);
  const [echo, good] = await inTurns([
    { name: "parsed, and no more", server: echoed, kind, effort: "good" },
    { name: "3 lineups", server, kind, effort: "good" },
  ]);
  const others = Object.entries(infeasible(slate)).map(([name, body]): Asking => {
    return { name, server, kind: { status: 422, code: "infeasible", body }, effort: "infeasible" };
  });
  const [among, ...rest] = await inTurns([
    { name: "3 lineups, among the others", server, kind, effort: "good" },
    ...others,
  ]);
  return { echo: echo!, good: good!, among: among!, infeasible: rest };
}

/** A kind of request to a server. */
interface Asking {
  readonly name: string;
  readonly server: Asked;
  readonly kind: Kind;
  readonly effort: keyof typeof PER_TURN;
}

async function inTurns(asked: readonly Asking[]): Promise<Cost[]> {
  for (const { server, kind, effort } of asked) await ask(server.own, kind, WARM_UP[effort]);
  const seconds = new Float64Array(asked.length);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [index, { server, kind, effort }] of asked.entries())
      seconds[index]! += await secondsOf(server, kind, PER_TURN[effort]);
  return asked.map(({ name, effort }, index) => ({
    name,
    milliseconds: (1_000 * seconds[index]!) / (TURNS * PER_TURN[effort]),
  }));
}

/** The processor time of a server for this many requests, in seconds. */
async function secondsOf({ own, pid }: Asked, kind: Kind, times: number): Promise<number> {
  const before = processorTimes(pid).get(pid)!;
  await ask(own, kind, times);
  return processorTimes(pid).get(pid)! - before;
}

async function ask(own: string, { status, code, body }: Kind, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const response = await fetch(own, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body(index)),
    });
    const answer = await response.text();
    if (response.status !== status || (code !== null && !answer.includes(`"code":"${code}"`)))
      throw new Error(`${response.status} in place of ${status}: ${answer}`);
  }
}
