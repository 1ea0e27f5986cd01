import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createOptimizer } from "../../../../src/platform/node/optimizer.ts";
import { testClient, testService } from "../../../support/client.ts";
import { lineupRequestFor } from "../../../support/lineup-request.ts";
import { asking, pathOf, read, until } from "../support.ts";
import { type Attacked, attackedServer, type Question, standBy } from "./bystander.ts";

const SPORT = "basketball";
/** As many games as a request may list. */
const GAMES = 64;
/** Unknown games that one key may look up. */
const BUDGET = 150;

interface Setting {
  readonly service: Awaited<ReturnType<typeof testService>>;
  readonly server: Attacked;
  readonly body: ReturnType<typeof lineupRequestFor>;
  readonly asked: readonly Question[];
}

/** A server that reads projections from the stub service, and a request whose answer another solver gave. */
async function setting(): Promise<Setting> {
  const service = await testService();
  const server = await attackedServer(["--service", service.url], {
    DFS_LINEUPS_SERVICE_KEY: service.apiKey,
  });
  const body = { ...lineupRequestFor(service.data[SPORT]!, "bookA", "classic"), count: 2 };
  const projections = await testClient(service)
    .fantasyPerformances(SPORT, { include: ["player", "team", "event"] })
    .document();
  await using other = await createOptimizer({ threads: 0, solver: "highs" });
  const { data } = await other.optimize({ sport: SPORT, body, projections });
  const totals = data.map(({ attributes }) => attributes.points);
  return { service, server, body, asked: [{ sport: SPORT, body, totals }] };
}

it("requests for games on which the service hangs delay no other", async () => {
  const { service, server, body, asked } = await setting();
  const slow: readonly string[] = [randomUUID(), randomUUID()];
  service.onRequest = ({ query }) => {
    if (slow.includes(query.get("event.uuid") ?? "")) service.fault({ kind: "hang" });
  };
  const left = new AbortController();
  // As many as can be solved concurrently.
  const held = slow.map((game) =>
    fetch(server.url + pathOf(server.attacker, "", SPORT), {
      ...asking({ ...body, games: [game] }),
      signal: left.signal,
    }).catch((error: Error) => error.name),
  );
  await standBy(server, asked, () => until(() => service.hanging === slow.length));
  await standBy(server, asked, async () => {});
  expect(service.hanging).toBe(slow.length);
  left.abort();
  expect(await Promise.all(held)).toEqual(["AbortError", "AbortError"]);
});

it("requests for invented games exhaust only their own key's budget", async () => {
  const { service, server, body, asked } = await setting();
  await standBy(server, asked, async () => {});
  const before = service.requests.length;
  const codes = new Set<string>();
  await standBy(server, asked, async () => {
    for (let sent = 0; sent < 47; sent += 1) {
      const games = Array.from({ length: GAMES }, () => randomUUID());
      const { json } = await read(
        await fetch(server.url + pathOf(server.attacker, "", SPORT), asking({ ...body, games })),
      );
      codes.add(json.errors[0]!.code);
    }
  });
  expect(codes).toContain("rate-limited");
  expect(service.requests.length - before).toBeGreaterThan(0);
  expect(service.requests.length - before).toBeLessThanOrEqual(BUDGET);
});
