import { describe, expect, it } from "vitest";
import {
  matchService,
  readServiceSlate,
  type ServiceSlate,
  serviceSlateText,
} from "../../src/files/match-service.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { InvalidFileError } from "../../src/shared/errors.ts";

const NAMES = { salaries: "dk.csv", service: "the service" };

/** A GUID that ends in a number. */
const guid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

interface TeamSaid {
  readonly location: string;
  readonly nickName: string;
  /** Name, position and points. */
  readonly players: readonly (readonly [string, string, number | null])[];
  readonly defense?: number;
}

interface GameSaid {
  readonly start: string | null;
  readonly away: TeamSaid;
  readonly home: TeamSaid;
}

/** The service's data for these games; teams of the same name are one. */
function said(games: readonly GameSaid[]): ServiceSlate {
  const data: ServiceSlate["projections"]["data"][number][] = [];
  const included = new Map<string, NonNullable<ServiceSlate["projections"]["included"]>[number]>();
  const ids = new Map<string, string>();
  const idOf = (type: string, name: string) => {
    const key = `${type} ${name}`;
    const id = ids.get(key) ?? guid(ids.size + 1);
    ids.set(key, id);
    return { type, id };
  };
  const events = games.map(({ start, away, home }, index) => {
    const event = { type: "Event", id: guid(900 + index) } as const;
    const [awayTeam, homeTeam] = [away, home].map(({ location, nickName, players, defense }) => {
      const team = idOf("Team", nickName);
      included.set(team.id, { ...team, attributes: { firstName: "", lastName: "", location, nickName } });
      const add = (position: string, points: number | null, player: { type: string; id: string } | null) =>
        data.push({
          id: guid(100 + data.length),
          type: "FantasyPerformance",
          attributes: { uuid: guid(100 + data.length), position, bookAPoints: points, bookBPoints: 1 },
          relationships: { player: { data: player }, event: { data: event }, team: { data: team } },
        });
      for (const [fullName, position, points] of players) {
        const player = idOf("Player", fullName);
        included.set(player.id, { ...player, attributes: { fullName } });
        add(position, points, player);
      }
      if (defense !== undefined) add("DST", defense, null);
      return { data: team };
    });
    return {
      ...event,
      attributes: { uuid: event.id, startDate: start },
      relationships: { awayTeam: awayTeam!, homeTeam: homeTeam! },
    };
  });
  return { games: events, projections: { data, included: [...included.values()] } };
}

const BILLS: TeamSaid = {
  location: "Buffalo",
  nickName: "Bills",
  players: [
    ["Josh Allen", "QB", 24],
    ["James Cook Jr.", "RB", 15.5],
  ],
  defense: 6,
};
const JETS: TeamSaid = {
  location: "New York",
  nickName: "Jets",
  players: [
    ["Garrett Wilson", "WR", 14],
    ["Breece Hall", "RB", 13],
    ["Allen Lazard", "WR", null],
  ],
  defense: 5,
};
const JAGUARS: TeamSaid = {
  location: "Jacksonville",
  nickName: "Jaguars",
  players: [["Josh Allen", "WR", 3]],
  defense: 7,
};

const GAME = "BUF@NYJ 12/15/2024 01:00PM ET";
const FILE = [
  "Position,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,AvgPointsPerGame",
  `QB,Josh Allen,1,QB,8500,${GAME},BUF,25`,
  `RB,James Cook,2,RB/FLEX,7000,${GAME},BUF,15`,
  `DST,Bills ,3,DST,3000,${GAME},BUF,7`,
  `WR,Garrett Wilson,4,WR/FLEX,7200,${GAME},NYJ,14`,
  `RB,Breece Hall,5,RB/FLEX,7100,${GAME},NYJ,14`,
  `WR,Allen Lazard,6,WR/FLEX,4000,${GAME},NYJ,8`,
  `DST,Jets ,7,DST,2500,${GAME},NYJ,7`,
  `TE,New Signing,8,TE/FLEX,2500,${GAME},NYJ,0`,
];
const slate = (game = GAME) =>
  readSlateFile(Buffer.from(FILE.join("\n").replaceAll(GAME, game)), { file: NAMES.salaries });

const pointsOf = (found: ReturnType<typeof matchService>, of = slate()) =>
  Object.fromEntries(of.entries.map(({ name, uuid }) => [name, found.points.get(uuid)]));

describe("a book's file and the prediction service", () => {
  const start = "2024-12-15T18:00:00+00:00";

  it("are matched by game, team and name; players missing on either side are reported", () => {
    const found = matchService(slate(), said([{ start, away: BILLS, home: JETS }]), NAMES);
    expect(pointsOf(found)).toEqual({
      "Josh Allen": 24,
      "James Cook": 15.5,
      Bills: 6,
      "Garrett Wilson": 14,
      "Breece Hall": 13,
      "Allen Lazard": undefined,
      Jets: 5,
      "New Signing": undefined,
    });
    const late = { ...JETS, players: [...JETS.players, ["Practice Squad", "WR", 1] as const] };
    const { matching } = matchService(slate(), said([{ start, away: BILLS, home: late }]), NAMES);
    expect(matching).toEqual({
      games: 1,
      people: 6,
      gamesNotFound: [],
      peopleNotFound: ["Allen Lazard (WR, NYJ)", "New Signing (TE, NYJ)"],
      notInFile: ["Practice Squad (WR, NYJ)"],
    });
  });

  it("are matched if the service gives teams only with players, and no positions", () => {
    const one = said([
      { start, away: BILLS, home: { ...JETS, players: [...JETS.players, ["Practice Squad", "WR", 1]] } },
    ]);
    const teams = new Map<string, unknown>();
    const data = one.projections.data.map(({ attributes, relationships, ...rest }) => {
      const { player, team, event } = relationships;
      if (player?.data) teams.set(player.data.id, team);
      return {
        ...rest,
        attributes: { ...attributes, position: undefined },
        relationships: player?.data ? { player, event } : relationships,
      };
    });
    // Ids may be paths, and a position need not be a text.
    const included = one.projections.included!.map((resource) =>
      resource.type === "Team"
        ? resource
        : {
            ...resource,
            id: `/football/players/${resource.id}`,
            attributes: { ...resource.attributes, dfsPosition: 7 },
            relationships: { team: teams.get(resource.id) },
          },
    );
    const ofNobody = { ...data[0]!, relationships: { event: data[0]!.relationships.event } };
    const less = { games: one.games, projections: { data: [...data, ofNobody], included } } as ServiceSlate;
    const found = matchService(slate(), less, NAMES);
    expect(pointsOf(found)).toEqual(pointsOf(matchService(slate(), one, NAMES)));
    expect(found.matching.notInFile).toEqual(["Practice Squad (NYJ)"]);
    const named = included.map((resource) =>
      resource.type === "Team"
        ? resource
        : { ...resource, attributes: { ...resource.attributes, dfsPosition: "WR" } },
    );
    const told = { games: one.games, projections: { data, included: named } } as ServiceSlate;
    expect(matchService(slate(), told, NAMES).matching.notInFile).toContain("Practice Squad (WR, NYJ)");
    const noDefense = FILE.filter((row) => !row.includes("Bills")).join("\n");
    const strangers = matchService(readSlateFile(noDefense, { file: NAMES.salaries }), less, NAMES).matching;
    expect(strangers.notInFile).toContain("Buffalo Bills (DST, BUF)");
  });

  it("are matched by half of a team's players, if neither name nor nickname is known", () => {
    const game = "XXA@XXB 12/15/2024 01:00PM ET";
    const file = (...names: readonly string[]) =>
      [
        FILE[0],
        ...names.map((name, at) => `WR,${name},${at},WR/FLEX,5000,${game},XXA,9`),
        `WR,Garrett Wilson,98,WR/FLEX,5000,${game},XXB,9`,
        `RB,Breece Hall,99,RB/FLEX,5000,${game},XXB,9`,
      ].join("\n");
    const service = said([{ start, away: BILLS, home: JETS }]);
    const match = (...names: readonly string[]) => {
      const pool = readSlateFile(file(...names), { file: NAMES.salaries });
      return pointsOf(matchService(pool, service, NAMES), pool);
    };
    expect(match("Josh Allen", "Somebody Else")).toMatchObject({ "Josh Allen": 24, "Garrett Wilson": 14 });
    expect(match("Josh Allen", "Somebody Else", "Another One")["Josh Allen"]).toBe(24);
    expect(() => match("Somebody Else", "Another One")).toThrow(InvalidFileError);
    // Two defenses' nicknames suffice; a game with one known team does not match.
    const [header = "", ...rows] = FILE;
    const defenses = [header, ...rows.filter((row) => row.startsWith("DST"))]
      .join("\n")
      .replaceAll("BUF", "XXA");
    const ofDefenses = readSlateFile(defenses, { file: NAMES.salaries });
    const [known] = service.games;
    const unknown = { ...known!, relationships: { ...known!.relationships, awayTeam: { data: null } } };
    const games = [unknown, known!];
    expect(pointsOf(matchService(ofDefenses, { ...service, games }, NAMES), ofDefenses)).toEqual({
      Bills: 6,
      Jets: 5,
    });
    const many = { ...BILLS, players: [...BILLS.players, ["Third One", "WR", 1] as const] };
    const more = said([{ start, away: many, home: JETS }]);
    const pool = readSlateFile(file("Josh Allen", "Nobody A", "Nobody B"), { file: NAMES.salaries });
    expect(() => matchService(pool, more, NAMES)).toThrow(InvalidFileError);
  });

  it("give no player the points of a namesake in another game", () => {
    const games = [
      { start, away: JAGUARS, home: { ...JETS, nickName: "Giants", players: [] } },
      { start: "2024-12-15T18:02:00Z", away: BILLS, home: JETS },
    ];
    expect(pointsOf(matchService(slate(), said(games), NAMES))["Josh Allen"]).toBe(24);
    // Without the game, neither team is found.
    const none = () => matchService(slate(), said(games.slice(0, 1)), NAMES);
    expect(none).toThrow(InvalidFileError);
    expect(none).toThrow(/none of the file's games \(BUF@NYJ\) is among the 1 games of the service/);
  });

  it("are matched on the Eastern day and at the nearest start, and not if the file is ambiguous", () => {
    const again = { ...BILLS, players: [["Josh Allen", "QB", 1] as const, ["James Cook", "RB", 1] as const] };
    const twice = said([
      { start: "2024-12-15T23:00:00Z", away: JETS, home: again },
      { start: "2024-12-15T18:05:00Z", away: BILLS, home: JETS },
    ]);
    expect(pointsOf(matchService(slate(), twice, NAMES))["Josh Allen"]).toBe(24);
    const evening = slate("BUF@NYJ 12/15/2024 05:30PM ET");
    expect(pointsOf(matchService(evening, twice, NAMES), evening)["Josh Allen"]).toBe(1);
    expect(() => matchService(slate("BUF@NYJ"), twice, NAMES)).toThrow(InvalidFileError);
    // 9 p.m. Eastern on the 15th is the 16th in UTC; the 16th Eastern is another day.
    const late = slate("BUF@NYJ 12/15/2024 09:00PM ET");
    const at = (when: string) => said([{ start: when, away: BILLS, home: JETS }]);
    expect(matchService(late, at("2024-12-16T02:00:00Z"), NAMES).matching.games).toBe(1);
    expect(() => matchService(late, at("2024-12-17T02:00:00Z"), NAMES)).toThrow(InvalidFileError);
    expect(matchService(slate("BUF@NYJ"), at("2024-12-16T02:00:00Z"), NAMES).matching.games).toBe(1);
  });

  it("record the service's data as text independent of order and update times", () => {
    const one = said([{ start, away: BILLS, home: JETS }]);
    const other: ServiceSlate = {
      games: one.games,
      projections: {
        data: one.projections.data
          .map((each) => ({ ...each, attributes: { ...each.attributes, updatedAt: "2024-12-15T00:00:00Z" } }))
          .toReversed(),
        included: one.projections.included!.toReversed(),
      },
    };
    expect(serviceSlateText(other)).toBe(serviceSlateText(one));
    const read = readServiceSlate(serviceSlateText(one));
    expect(pointsOf(matchService(slate(), read, NAMES))).toEqual(pointsOf(matchService(slate(), one, NAMES)));
  });
});
