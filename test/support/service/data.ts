import type { Clock } from "../../../src/shared/clock.ts";
import { seededRandom } from "../../../src/testing/property.ts";
import { randomGuid } from "./random.ts";
import { SPORTS, type SportShape } from "./sports.ts";

/** A resource of the stub service; mutable, so that a test can change the service's data. */
export interface StoredResource {
  id: string;
  type?: string;
  attributes: Record<string, unknown>;
  relationships: Record<string, { data: Identifier | Identifier[] | null }>;
}

interface Identifier {
  type: string;
  id: string;
}

/** All entities of one sport by collection path. */
export interface SportData {
  readonly sport: string;
  /** The service's clock, which determines event starts. */
  readonly clock: Clock;
  players: StoredResource[];
  teams: StoredResource[];
  events: StoredResource[];
  performances: StoredResource[];
  fantasy_performances: StoredResource[];
  injuries: StoredResource[];
  win_losses: StoredResource[];
  changes: StoredResource[];
}

export type CollectionPath = Exclude<keyof SportData, "sport" | "clock">;

const HOUR_MS = 3_600_000;
const CITIES = "Aldwick Brantham Corfe Dunmore Eastleigh Farnham Glossop Hexham Ilkley Jarrow".split(" ");
const FIRST_NAMES = "Ada Ben Cleo Dov Eli Fay Gus Hal Ira Jan Kit Lou".split(" ");
const LAST_NAMES = "Abbot Barker Carver Draper Fuller Glover Hooper Mason Porter Sawyer Tanner Weaver".split(
  " ",
);

/** The starts of the events, in hours from now: the last one has started. */
const STARTS = [2, 3, 5, 26, -2];

/**
 * Seeded entities: ten teams in five events, four of them upcoming, and both books' points for every player.
 */
export function seedSport(sport: string, seed: number, clock: Clock): SportData {
  const now = clock.now();
  const random = seededRandom(seed + sport.length * 7919);
  const data: SportData = {
    sport,
    clock,
    players: [],
    teams: [],
    events: [],
    performances: [],
    fantasy_performances: [],
    injuries: [],
    win_losses: [],
    changes: [],
  };
  const shape = SPORTS[sport] as SportShape;
  const stamp = () => isoDate(now - (1 + 19 * random()) * HOUR_MS);

  function add(
    collection: CollectionPath,
    type: string | undefined,
    attributes: object,
    related: Record<string, Identifier> = {},
  ): StoredResource {
    const uuid = randomGuid(random);
    const relationships = Object.fromEntries(
      Object.entries(related).map(([name, one]) => [name, { data: one }]),
    );
    const resource = {
      id: `/${sport}/v2/${collection}/${uuid}`,
      ...(type && { type }),
      attributes: { uuid, ...attributes, updatedAt: stamp() },
      relationships,
    };
    data[collection].push(resource);
    return resource;
  }

  function predict(
    event: StoredResource,
    team: StoredResource,
    player: StoredResource | null,
    position: string,
    typical: number,
  ): void {
    const related = {
      ...(player && { player: identifierOf(player) }),
      event: identifierOf(event),
      team: identifierOf(team),
    };
    const points = Math.max(0, typical * (0.3 + 1.4 * random()));
    add(
      "fantasy_performances",
      "FantasyPerformance",
      { position, bookAPoints: rounded(points), bookBPoints: rounded(points * (0.85 + 0.2 * random())) },
      related,
    );
    if (player === null) return;
    const line = Object.entries(shape.statistics).map(([name, mean]) => [name, rounded(mean * 2 * random())]);
    add("performances", "Performance", Object.fromEntries(line), related);
  }

  STARTS.forEach((hours, index) => {
    const teams = [0, 1].map((side) =>
      add("teams", "Team", {
        location: CITIES[2 * index + side],
        nickName: `${LAST_NAMES[2 * index + side]}s`,
      }),
    );
    const [home, away] = teams as [StoredResource, StoredResource];
    const event = add(
      "events",
      "Event",
      {
        startDate: isoDate(Math.floor((now + hours * HOUR_MS) / 1000) * 1000),
        displayStatus: "scheduled",
        title: `${String(away.attributes["nickName"])} at ${String(home.attributes["nickName"])}`,
      },
      { homeTeam: identifierOf(home), awayTeam: identifierOf(away) },
    );
    add("win_losses", "WinLoss", { homeWinProbability: 40 + index }, { event: identifierOf(event) });
    for (const team of teams) {
      for (const [position, { count, points }] of Object.entries(shape.roster)) {
        for (let place = 0; place < count; place += 1) {
          const firstName = pick(FIRST_NAMES, random);
          const lastName = pick(LAST_NAMES, random);
          const names = {
            firstName,
            lastName,
            fullName: `${firstName} ${lastName}`,
            uniform: String(Math.floor(random() * 99)),
          };
          const player = add(
            "players",
            "Player",
            { ...names, dfsPosition: position, dfsSalary: salaryOf(points, place), isInjured: false },
            { team: identifierOf(team) },
          );
          predict(event, team, player, position, points * (1 - 0.12 * place));
          if (random() < 0.05)
            add(
              "injuries",
              "Injury",
              { status: "doubtful" },
              { player: identifierOf(player), team: identifierOf(team) },
            );
        }
      }
      if (shape.defense) predict(event, team, null, shape.defense.position, shape.defense.points);
    }
  });
  for (const { id, attributes } of data.fantasy_performances) {
    data.changes.push({ id, attributes: { updatedAt: attributes["updatedAt"] }, relationships: {} });
  }
  return data;
}

/** A date in the API's format. */
export function isoDate(time: number): string {
  return new Date(time).toISOString().replace("Z", "+00:00");
}

function identifierOf(resource: StoredResource): Identifier {
  return { type: resource.type ?? "", id: resource.id };
}

/**
 * A multiple of one hundred that follows the typical points, so that the best of each position exceed the
 * cap together.
 */
function salaryOf(points: number, place: number): number {
  return 100 * Math.round(20 + 1.9 * points * (1 - 0.12 * place));
}

function pick(names: readonly string[], random: () => number): string {
  return names[Math.floor(random() * names.length)] as string;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
