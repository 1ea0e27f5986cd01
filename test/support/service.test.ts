import { expect, test } from "vitest";
import { lineupRequestSchema } from "../../src/shared/schema/request.ts";
import { testService } from "./client.ts";
import { KNOWN_CONTESTS, lineupRequestFor } from "./lineup-request.ts";

test("the stub service pages, adds the key to links, filters, orders and includes as the API specifies", async () => {
  const service = await testService();
  const get = async (query: string) => {
    const key = `api_key=${encodeURIComponent(service.apiKey)}`;
    const response = await fetch(`${service.url}/basketball/v2/players?${query}&${key}`);
    return (await response.json()) as {
      links: Record<string, string>;
      meta: object;
      data: { attributes: { lastName: string } }[];
    };
  };
  const first = await get("");
  expect(first.data).toHaveLength(30);
  expect(first.meta).toEqual({ totalItems: 140, itemsPerPage: 30, currentPage: 1 });
  expect(Object.keys(first.links)).toEqual(["self", "first", "last", "next"]);
  for (const link of Object.values(first.links)) expect(link).toContain("api_key=loopback");
  const last = await get("page=5");
  expect(last.data).toHaveLength(20);
  expect(last.links).not.toHaveProperty("next");
  const hoopers = await get("lastName=hoop&order%5BlastName%5D=asc");
  expect(hoopers.data.length).toBeGreaterThan(0);
  expect(new Set(hoopers.data.map(({ attributes }) => attributes.lastName))).toEqual(new Set(["Hooper"]));
});

test("the stub service refuses other keys and more requests than its rate limit", async () => {
  const service = await testService({ rate: { requests: 2, windowMs: 60_000 } });
  const status = async (key: string) =>
    (await fetch(`${service.url}/basketball/v2/teams?api_key=${encodeURIComponent(key)}`)).status;
  expect(await status("other")).toBe(401);
  expect([await status(service.apiKey), await status(service.apiKey), await status(service.apiKey)]).toEqual([
    200, 200, 429,
  ]);
});

test.each(KNOWN_CONTESTS)("there is a request body for %s", async (contest) => {
  const service = await testService();
  const [sport = "", book, name] = contest.split(" ");
  const body = lineupRequestFor(service.data[sport]!, book as "bookA", name as "classic");
  const { players, teams, games } = lineupRequestSchema.parse(body);
  expect(players.length + teams.length).toBeGreaterThan(25);
  const isOfOneGame = name !== "classic" && name !== "tiers";
  expect(games).toHaveLength(isOfOneGame ? 1 : 4);
  expect(players.every(({ captainSalary }) => (captainSalary !== undefined) === isOfOneGame)).toBe(true);
});
