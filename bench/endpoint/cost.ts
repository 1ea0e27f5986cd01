import { processorTimes } from "./processor-time.ts";
import type { ServerProcess } from "./server-process.ts";
import type { footballSlate } from "./slate.ts";

/** CPU time of one request of a kind, on all of the server's threads. */
interface Cost {
  readonly name: string;
  readonly milliseconds: number;
}

/** Requests after which the server's code is compiled, as it is in a server that runs for more than seconds. */
const WARM_UP = 4_000;
const REQUESTS = 500;
/** Turns that two servers take which are compared, so that what slows the machine down for a while slows both. */
const TURNS = 10;
const PER_TURN = 150;

/** The body of a request; no two of a kind are alike, so that nothing is known of one from another but the pool. */
type BodyAt = (index: number) => object;

interface Kind {
  readonly status: number;
  /** Of the error, where there is one. */
  readonly code: string | null;
  readonly body: BodyAt;
}

function solvable({ body }: ReturnType<typeof footballSlate>): Kind {
  return { status: 200, code: null, body: (index) => ({ ...body, cap: 50_000 - index }) };
}

/** Requests without lineups, for reasons that differ in how hard they are to find. */
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

/** A server that is asked at an address. */
interface Asked {
  readonly own: string;
  readonly pid: number;
}

/** What requests cost that are solved anew. */
export interface Costs {
  /** Of a server that parses the same JSON and answers at once. */
  readonly echo: Cost;
  readonly good: Cost;
  readonly infeasible: readonly Cost[];
}

/**
 * What a good request costs a server that keeps no answers, beside what it costs one that parses it and no more, then
 * what infeasible ones cost.
 * @throws Error if a request is not answered as it should be.
 */
export async function measureCosts(
  server: Asked,
  echoing: Pick<ServerProcess, "url" | "pid">,
  slate: ReturnType<typeof footballSlate>,
): Promise<Costs> {
  const echoed = { own: echoing.url, pid: echoing.pid };
  const asked = solvable(slate);
  for (const one of [echoed, server]) await ask(one.own, asked, WARM_UP);
  let [ofEcho, ofServer] = [0, 0];
  for (let turn = 0; turn < TURNS; turn += 1) {
    ofEcho += await secondsOf(echoed, asked, PER_TURN);
    ofServer += await secondsOf(server, asked, PER_TURN);
  }
  const milliseconds = (seconds: number) => (1_000 * seconds) / (TURNS * PER_TURN);
  const others: Cost[] = [];
  for (const [name, body] of Object.entries(infeasible(slate)))
    others.push(await costOf(name, server, { status: 422, code: "infeasible", body }));
  return {
    echo: { name: "parsed, and no more", milliseconds: milliseconds(ofEcho) },
    good: { name: "3 lineups", milliseconds: milliseconds(ofServer) },
    infeasible: others,
  };
}

async function costOf(name: string, server: Asked, kind: Kind): Promise<Cost> {
  await ask(server.own, kind, REQUESTS);
  return { name, milliseconds: (1_000 * (await secondsOf(server, kind, REQUESTS))) / REQUESTS };
}

/** Seconds of processor time that a server takes for so many requests. */
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
