import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createOptimizer } from "../../../../src/platform/node/optimizer.ts";
import { testClient, testService } from "../../../support/client.ts";
import { lineupRequestFor } from "../../../support/lineup-request.ts";
import { asking, pathOf, read, until } from "../support.ts";
import { attackedServer, standBy } from "./bystander.ts";

const SPORT = "basketball";
/** As many games as a request may list. */
const GAMES = 64;
/** Unknown games that one key may look up. */
const BUDGET = 150;

it("requests for games on which the service hangs, or that are invented, delay no other key's", async () => {
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
  const asked = [{ sport: SPORT, body, totals: data.map(({ attributes }) => attributes.points) }];

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

  // Invented games exhaust only their own key's budget.
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
