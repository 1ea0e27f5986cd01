import { expect } from "vitest";
import { createOptimizer } from "../../../../src/platform/node/optimizer.ts";
import { createApiKey, hashApiKey } from "../../../../src/service/server/authenticate.ts";
import type { LineupRequestInput } from "../../../../src/shared/schema/request.ts";
import { type Serving, startServing } from "../../../support/serving.ts";
import { asking, INPUTS, pathOf, read } from "../support.ts";

/** Processor seconds within which a responsive server answers, whatever the wall time on a busy machine. */
const PATIENCE = 5;

/** The least number of requests of the bystander during an attack. */
const ROUNDS = 8;

/** A server with one key for the attacker and one for the bystander. */
export interface Attacked extends Serving {
  readonly attacker: string;
}

/** `dfs-lineups serve` with one thread and no cached answers. */
export async function attackedServer(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Attacked> {
  const [own, attacker] = [createApiKey(), createApiKey()];
  // The bystander sends requests as long as the attack lasts.
  const bounds = ["--threads", "1", "--answers", "0", "--requests-per-key", "1000000"];
  const serving = await startServing([...bounds, "--log-level", "silent", ...args], {
    ...environment,
    DFS_LINEUPS_API_KEYS: [own, attacker].map(({ key }) => hashApiKey(key)).join(),
  });
  return { ...serving, key: own.key, attacker: attacker.key };
}

/** The bystander's requests, with the points of their lineups by another solver. */
export interface Question {
  readonly sport: string;
  readonly body: LineupRequestInput;
  readonly totals: readonly number[];
}

let asked: Promise<readonly Question[]> | undefined;

/** The small slate under several caps; solved once for all tests of a process. */
export function questions(): Promise<readonly Question[]> {
  asked ??= solved();
  return asked;
}

async function solved(): Promise<readonly Question[]> {
  const { sport, projections } = INPUTS;
  await using other = await createOptimizer({ threads: 0, solver: "highs" });
  const answers = [50_000, 49_000, 48_000].map(async (cap) => {
    const body = { ...INPUTS.body, cap, count: 2 };
    const { data } = await other.optimize({ sport, body, projections });
    return { sport, body, totals: data.map(({ attributes }) => attributes.points) };
  });
  return await Promise.all(answers);
}

/** Requests lineups and `/health` with its own key during the attack, and expects right answers in time. */
export async function standBy(
  attacked: Attacked,
  asked: readonly Question[],
  attack: () => Promise<unknown>,
): Promise<void> {
  const { url, key } = attacked;
  let isOver = false;
  const whole = attack().finally(() => {
    isOver = true;
  });
  whole.catch(() => {});
  let used = await metricOf(attacked, "process_cpu_seconds_total");
  for (let round = 0; round < ROUNDS || !isOver; round += 1) {
    const { sport, body, totals } = asked[round % asked.length]!;
    const health = await fetch(`${url}/health`);
    expect([health.status, await health.text()]).toEqual([200, '{"meta":{"status":"alive"}}']);
    const { status, text, json } = await read(await fetch(url + pathOf(key, "", sport), asking(body)));
    expect(status, text).toBe(200);
    expect(json.data.map(({ attributes }) => attributes.points)).toEqual(totals);
    const now = await metricOf(attacked, "process_cpu_seconds_total");
    expect(now - used).toBeLessThan(PATIENCE);
    used = now;
  }
  await whole;
}

/** The server's resident memory in bytes. */
export function residentBytes(attacked: Attacked): Promise<number> {
  return metricOf(attacked, "process_resident_memory_bytes");
}

/** The server's current metrics. */
async function metricOf({ url }: Attacked, name: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const value = new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1];
  expect(value, name).toBeDefined();
  return Number(value);
}
