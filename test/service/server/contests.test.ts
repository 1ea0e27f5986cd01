import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { createApiKey } from "../../../src/service/server/authenticate.ts";
import type { FantasyPerformanceDocument } from "../../../src/shared/schema/performances.ts";
import { COMMAND } from "../../support/command.ts";
import { KNOWN_CONTESTS, lineupRequestFor } from "../../support/lineup-request.ts";
import { type Service, startService } from "../../support/service.ts";
import { TEST_OPTIONS } from "../../support/v8-options.ts";

const { key, hash } = createApiKey();
let service: Service;
let child: ChildProcess;
let address: string;

beforeAll(async () => {
  service = await startService();
  child = spawn(
    process.execPath,
    [...TEST_OPTIONS, COMMAND, "serve", "--service", service.url, "--port", "0", "--log-level", "error"],
    {
      env: { ...process.env, DFS_LINEUPS_API_KEYS: hash, DFS_LINEUPS_SERVICE_KEY: service.apiKey },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  address = line.toString().trim().split(" ").at(-1)!;
});

afterAll(async () => {
  child.kill();
  await once(child, "exit");
  await service.close();
});

/** How many lineups; HiGHS solves a whole slate once for each. */
const COUNT = 2;

/** The API's answer, independent of this project's types. */
interface Lineup {
  type: string;
  attributes: {
    salaryCap: number | null;
    salaryTotal: number;
    salaryRemaining: number | null;
    book: string;
    contest: string;
    points: number;
    uuid: string;
    byPositions: Record<string, { uuid: string; points: number }[]>;
  };
  relationships: Record<string, { data: unknown }>;
}

/** One of each sport and form. */
const ASKED = KNOWN_CONTESTS.filter((_, at) => at % 3 === 0);

it.each(ASKED)("an API client gets the right lineups of %s", async (name) => {
  const [sport, book, contest] = name.split(" ") as [string, "bookA" | "bookB", "classic" | "showdown"];
  const data = service.data[sport]!;
  const request = lineupRequestFor(data, book, contest);
  // The API has kickers in showdown only.
  const isKicker = ({ position }: { position: string }) => contest === "classic" && position === "K";
  const body = { ...request, players: request.players.filter((one) => !isKicker(one)) };
  const response = await fetch(
    `${address}/${sport}/v2/fantasy/lineup-optimizer?api_key=${key}&include=selections%2CdefenseSpecialTeams&count=${COUNT}`,
    {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=utf-8", Accept: "application/vnd.api+json" },
      body: JSON.stringify(body),
    },
  );
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/vnd.api+json");
  const document = (await response.json()) as {
    meta: { totalItems: number };
    data: Lineup[];
    included: { type: string; attributes: { uuid: string; dfsSalary: number; dfsPoints: number } }[];
  };
  expect(document.meta.totalItems).toBe(COUNT);
  const salaries = new Map<string, { salary: number; captainSalary?: number | undefined }>([
    ...body.players.map((one) => [one.player, one] as const),
    ...body.teams!.map((one) => [one.team, one] as const),
  ]);
  const chosen = new Set<string>();
  for (const { type, attributes } of document.data) {
    expect(type).toBe("FantasyLineup");
    expect(attributes).toMatchObject({ book, contest, salaryCap: body.cap ?? null });
    const seats = Object.entries(attributes.byPositions).flatMap(([slot, seated]) =>
      seated.map((seat) => ({ slot, ...seat })),
    );
    const paid = seats.map(({ slot, uuid }) => {
      chosen.add(uuid);
      const { salary, captainSalary } = salaries.get(uuid)!;
      return ["CPT", "MVP"].includes(slot) ? captainSalary! : salary;
    });
    expect(paid.reduce((sum, one) => sum + one, 0)).toBe(attributes.salaryTotal);
    const left = attributes.salaryCap === null ? null : attributes.salaryCap - attributes.salaryTotal;
    expect(attributes.salaryRemaining).toBe(left);
    expect(left ?? 0).toBeGreaterThanOrEqual(0);
    for (const { slot, uuid, points } of seats) {
      const projection = data.fantasy_performances.find(({ relationships }) =>
        [relationships["player"] ?? relationships["team"]]
          .flatMap((one) => one!.data ?? [])
          .some(({ id }) => id.endsWith(uuid)),
      )!;
      const expected =
        Number(projection.attributes[`${book}Points`]) * (["CPT", "MVP"].includes(slot) ? 1.5 : 1);
      expect(points).toBeCloseTo(expected, 3);
    }
  }
  expect(new Set(document.included.map(({ attributes }) => attributes.uuid))).toEqual(chosen);

  // The totals come from another solver on the same inputs.
  await using other = await createOptimizer({ threads: 0, solver: "highs" });
  const projections = { data: data.fantasy_performances } as unknown as FantasyPerformanceDocument;
  const second = await other.optimize({ sport, body, projections, count: COUNT });
  expect(document.data.map(({ attributes }) => attributes.points)).toEqual(
    second.data.map(({ attributes }) => attributes.points),
  );
});
