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

/** Requests without lineups, for reasons that differ in how hard they are to find. */
function infeasible({ body }: ReturnType<typeof footballSlate>): Readonly<Record<string, object>> {
  const quarterbacks = body.players.filter(({ position }) => position === "QB").map(({ player }) => player);
  return {
    "a cap of nothing": { ...body, cap: 1 },
    "a cap a little too low": { ...body, cap: 20_000 },
    "two quarterbacks locked": { ...body, include: { players: quarterbacks.slice(0, 2) } },
    "no quarterback left": { ...body, exclude: { players: quarterbacks } },
  };
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
  await ask(own, JSON.stringify(slate.body), 200, WARM_UP);
  const good = await costOf("3 lineups", url, own, slate.body, 200);
  const others: Cost[] = [];
  for (const [name, body] of Object.entries(infeasible(slate)))
    others.push(await costOf(name, url, own, body, 422));
  return [good, ...others];
}

async function costOf(name: string, url: string, own: string, body: object, status: number): Promise<Cost> {
  const text = JSON.stringify(body);
  await ask(own, text, status, REQUESTS / 5);
  const before = await metricOf(url, "process_cpu_seconds_total");
  await ask(own, text, status, REQUESTS);
  const used = (await metricOf(url, "process_cpu_seconds_total")) - before;
  return { name, milliseconds: (1_000 * used) / REQUESTS };
}

async function ask(own: string, body: string, status: number, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const response = await fetch(own, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const answer = await response.text();
    if (response.status !== status) throw new Error(`${response.status} in place of ${status}: ${answer}`);
  }
}
