import { metricOf } from "./metrics.ts";
import type { footballSlate } from "./slate.ts";

/** CPU time of one request of a kind, on all of the server's threads. */
export interface Cost {
  readonly name: string;
  readonly milliseconds: number;
}

/** Requests after which the server's code is compiled, as it is in a server that runs for more than seconds. */
const WARM_UP = 2_000;
const REQUESTS = 500;

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

/**
 * What a good request costs a server that keeps no answers, then what infeasible ones cost.
 * @throws Error if a request is not answered as it should be.
 */
export async function measureCosts(
  url: string,
  own: string,
  slate: ReturnType<typeof footballSlate>,
): Promise<readonly [Cost, ...Cost[]]> {
  await ask(own, solvable(slate), WARM_UP);
  const good = await costOf("3 lineups", url, own, solvable(slate));
  const others: Cost[] = [];
  for (const [name, body] of Object.entries(infeasible(slate)))
    others.push(await costOf(name, url, own, { status: 422, code: "infeasible", body }));
  return [good, ...others];
}

async function costOf(name: string, url: string, own: string, kind: Kind): Promise<Cost> {
  await ask(own, kind, REQUESTS / 5);
  const before = await metricOf(url, "process_cpu_seconds_total");
  await ask(own, kind, REQUESTS);
  const used = (await metricOf(url, "process_cpu_seconds_total")) - before;
  return { name, milliseconds: (1_000 * used) / REQUESTS };
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
