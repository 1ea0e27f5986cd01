import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { promisedBytes, type Row, rowsOf, STAMP, startWorker } from "../support/batches.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { startRedis } from "../support/redis.ts";
import type { StoredResource } from "../support/service/data.ts";
import { type Service, startService } from "../support/service.ts";

vi.setConfig({ testTimeout: 3 * PROCESS_TIMEOUT, hookTimeout: PROCESS_TIMEOUT });

const SPORT = "american-football";
const HOUR = 3_600_000;

/** More chunks than one thread has in progress. */
const JOBS = 120;

const scratch = new Scratch();
let service: Service;
let manifest = "";

beforeAll(async () => {
  service = await startService();
  const { players } = service.data[SPORT]!;
  // Player names are unique, so that each row matches one player.
  for (const [index, { attributes }] of players.entries()) {
    const letters = String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26));
    attributes["lastName"] = `${attributes["lastName"]}${letters}`;
    attributes["fullName"] = `${attributes["firstName"]} ${attributes["lastName"]}`;
  }
  scratch.write("salaries.csv", salaryFile());
  scratch.write("points.csv", pointsFile());
  const [from, to] = [0, 6].map((hours) => new Date(Date.now() + hours * HOUR).toISOString());
  const window = { url: service.url, from, to };
  const asked = { sport: SPORT, salaries: "salaries.csv", service: window };
  const file = { salaries: "salaries.csv", projections: "points.csv" };
  const request = requestBody();
  const portfolio = { method: "sequential", lineups: 3, unique: 2 };
  const jobs = [
    { ...asked, count: 5 },
    { ...file, count: 5 },
    { ...asked, portfolio },
    { ...file, portfolio },
    { sport: SPORT, request, service: window },
    { sport: SPORT, request, projections: projectionsOf() },
    { sport: "curling", salaries: "salaries.csv", service: window },
    { ...asked, service: { ...window, from: to, to: new Date(Date.now() + 48 * HOUR).toISOString() } },
    ...Array.from({ length: JOBS - 8 }, () => ({ ...asked, count: 1, include: [] })),
  ];
  manifest = scratch.write(
    "jobs.jsonl",
    jobs.map((job, index) => JSON.stringify({ id: `${index}`, ...job })).join("\n"),
  );
});

afterAll(async () => {
  await service.close();
  scratch[Symbol.dispose]();
});

/** Games that start in the window. */
function gamesInWindow(): StoredResource[] {
  return service.data[SPORT]!.events.slice(0, 3);
}

const idOf = (resource: StoredResource, relation: string) =>
  (resource.relationships[relation]?.data as { readonly id: string } | null | undefined)?.id;

const abbreviation = (team: StoredResource) => String(team.attributes["location"]).slice(0, 3).toUpperCase();

/** All players of the games that fill a slot, with team, game and projection. */
function people() {
  const { teams, players, fantasy_performances } = service.data[SPORT]!;
  const find = (all: readonly StoredResource[], id: string | undefined) => all.find((one) => one.id === id);
  return gamesInWindow().flatMap((event) => {
    const [away, home] = ["awayTeam", "homeTeam"].map((side) => find(teams, idOf(event, side))!);
    const start = new Date(String(event.attributes["startDate"]));
    const parts = { timeZone: "America/New_York" } as const;
    const day = start.toLocaleDateString("en-US", { ...parts, dateStyle: "short" });
    const [month, date, year] = day.split("/").map((part) => part.padStart(2, "0"));
    const time = start
      .toLocaleTimeString("en-US", { ...parts, hour: "2-digit", minute: "2-digit" })
      .replaceAll(/\s/gu, "");
    const game = `${abbreviation(away!)}@${abbreviation(home!)} ${month}/${date}/20${year} ${time} ET`;
    return fantasy_performances
      .filter((one) => idOf(one, "event") === event.id)
      .flatMap((projection) => {
        const player = find(players, idOf(projection, "player"));
        const team = find(teams, idOf(projection, "team"))!;
        const name = player ? player.attributes["fullName"] : team.attributes["nickName"];
        const position = String(projection.attributes["position"]);
        if (position === "K") return [];
        const salary = Number(player?.attributes["dfsSalary"] ?? 3_000);
        return { projection, player, team, name: String(name), position, game, salary };
      });
  });
}

const slotsOf = (position: string) => (["RB", "WR", "TE"].includes(position) ? `${position}/FLEX` : position);

/**
 * A book's file with its own ids and team abbreviations. The service does not know one of its players, and
 * it omits one of the service's.
 */
function salaryFile(): string {
  const [first, ...listed] = people();
  const rows = listed.map(({ name, position, game, team, salary }, index) =>
    [position, name, 9_000 + index, slotsOf(position), salary, game, abbreviation(team), 1].join(","),
  );
  const stranger = [
    "WR",
    "Nobody Known",
    8_999,
    slotsOf("WR"),
    3_000,
    first!.game,
    abbreviation(first!.team),
    50,
  ];
  const header = "Position,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,AvgPointsPerGame";
  return [header, ...rows, stranger.join(",")].join("\n");
}

/** The same points, by the book's ids. */
function pointsFile(): string {
  const rows = people()
    .slice(1)
    .map(({ projection }, index) => `${9_000 + index},${projection.attributes["bookAPoints"]}`);
  return ["ID,Points", ...rows].join("\n");
}

function requestBody() {
  const all = people();
  const uuid = (one: StoredResource) => String(one.attributes["uuid"]);
  return {
    book: "bookA",
    contest: "classic",
    cap: 50_000,
    players: all.flatMap(({ player, position, salary }) =>
      player ? [{ player: uuid(player), position, salary }] : [],
    ),
    teams: all.flatMap(({ player, team, salary }) => (player ? [] : [{ team: uuid(team), salary }])),
    games: gamesInWindow().map(uuid),
  };
}

function projectionsOf() {
  return { data: people().map(({ projection }) => projection), included: [] };
}

const batch = (...args: readonly string[]) =>
  dfsLineups(["batch", "--manifest", manifest, "--stamp", STAMP, ...args], {
    environment: { DFS_LINEUPS_SERVICE_KEY: service.apiKey },
  });

const pointsIn = ({ document }: Row) => document!.data.map(({ attributes }) => attributes.points);

describe("jobs that name the prediction service and a window of games", () => {
  it("share the fetched projections, match the book's players and report those not found", async () => {
    const calm = scratch.path("calm");
    const { exitCode, stderr } = await batch("--out", calm, "--threads", "2");
    expect(exitCode, stderr).toBe(3);
    const rows = rowsOf(calm);
    expect(rows.map(({ state }) => state)).toEqual(
      rows.map((_, index) => (index === 6 || index === 7 ? "failed" : "done")),
    );
    for (const index of [0, 2, 4]) expect(pointsIn(rows[index]!)).toEqual(pointsIn(rows[index + 1]!));
    const [left] = people();
    expect((rows[0] as Row & { readonly matching: object }).matching).toEqual({
      games: 3,
      people: people().length - 1,
      gamesNotFound: [],
      peopleNotFound: [`Nobody Known (WR, ${abbreviation(left!.team)})`],
      notInFile: expect.arrayContaining([`${left!.name} (${left!.position}, ${abbreviation(left!.team)})`]),
    });
    expect(rows[6]!.error![0]).toMatchObject({ code: "upstream-status", status: "502" });
    expect(rows[7]!.error![0]!.detail).toMatch(
      /none of the file's games \(.*@.*\) is among the 1 games of http/,
    );
    // Each list is fetched once, however many jobs and threads there are; the later window has its own game.
    const asked = service.requests.map(({ path, query }) => `${path} ${query.get("event.uuid") ?? ""}`);
    expect(asked.filter((one) => one.includes("fantasy_performances"))).toHaveLength(4);
    expect(new Set(asked).size).toBe(4 + 2);
    const files = readdirSync(calm, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"));
    for (const text of [...written, JSON.stringify(rows), stderr])
      for (const key of [service.apiKey, encodeURIComponent(service.apiKey)]) expect(text).not.toContain(key);
  });

  it("resume with the projections they started with; a completed batch re-solves if the service's projections changed", async () => {
    const [calm, out] = [scratch.path("calm"), scratch.path("cut")];
    const expected = promisedBytes(calm);
    const cut = await batch("--out", out, "--max-failures", "0");
    expect(cut.stderr.replaceAll(/\s+/g, " ")).toMatch(/jobs? of 120 left/);
    const changed = people()[1]!;
    service.update(SPORT, changed.projection, { bookAPoints: 99 });
    expect((await batch("--out", out)).exitCode).toBe(3);
    expect(promisedBytes(out)).toEqual(expected);

    // A completed batch fetches again; only changed content counts, not the time of the answer.
    expect((await batch("--out", out)).exitCode).toBe(3);
    const after = rowsOf(out);
    const names = (row: Row) => JSON.stringify(row.document!.data[0]);
    const before = rowsOf(calm);
    expect(names(after[0]!)).not.toBe(names(before[0]!));
    expect(after[1]).toEqual(before[1]);
    const known = promisedBytes(out);
    service.update(SPORT, changed.projection, { bookAPoints: 99 });
    expect((await batch("--out", out)).exitCode).toBe(3);
    expect(promisedBytes(out)).toEqual(known);
  });

  it("give the same bytes in a folder relative to the working one, by a queue whose workers have no key", async () => {
    const queued = relative(process.cwd(), scratch.path("queued"));
    const { url } = await startRedis();
    const worker = startWorker(["--queue", url, "--threads", "1"]);
    const { exitCode, stderr } = await batch("--out", queued, "--queue", url);
    expect(exitCode, stderr).toBe(3);
    expect(promisedBytes(queued)).toEqual(promisedBytes(scratch.path("cut")));
    worker.child.kill("SIGTERM");
    expect((await worker.ended).exitCode).toBe(143);
    const upload = await dfsLineups(["batch", "extract", "--out", queued, "--id", "0", "--format", "csv"]);
    expect(upload.stdout.trimEnd().split("\n")).toHaveLength(1 + 5);
  });

  it("are validated without requests to the service, and refused without a key", async () => {
    const before = service.requests.length;
    const { exitCode, stderr } = await batch("--dry-run");
    expect(exitCode, stderr).toBe(2);
    expect(stderr.match(/line \d+: \S+/g)).toEqual(["line 7: curling"]);
    const missing = await dfsLineups(["batch", "--manifest", manifest, "--out", scratch.path("none")]);
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain("DFS_LINEUPS_SERVICE_KEY");
    expect(existsSync(scratch.path("none"))).toBe(false);
    const window = { url: "https://host", from: "2026-09-13T17:00:00Z", to: "2026-09-13T20:00:00Z" };
    const wrong = [
      { salaries: "salaries.csv", service: window },
      { salaries: "salaries.csv", sport: SPORT, service: window, projections: "points.csv" },
      { salaries: "salaries.csv", sport: SPORT, service: { ...window, to: "2026-09-12T20:00:00Z" } },
      { salaries: "salaries.csv", sport: SPORT, service: { ...window, url: "https://host?api_key=1" } },
    ];
    const file = scratch.write(
      "wrong.jsonl",
      wrong.map((job, index) => JSON.stringify({ id: `${index}`, ...job })).join("\n"),
    );
    const refused = await dfsLineups(["batch", "--manifest", file, "--dry-run"]);
    expect(refused.exitCode).toBe(2);
    for (const [line, field] of ["/sport", "/projections", "/service/to", "/service/url"].entries())
      expect(refused.stderr).toContain(`line ${line + 1}: ${field}`);
    expect(service.requests).toHaveLength(before);
  });
});
