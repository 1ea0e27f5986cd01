import type { ContestTable } from "../contests/constraints/readers/contest-table.ts";
import type { Entry } from "../contests/problem/problem.ts";
import { POINT_UNITS } from "../engine/model/model.ts";
import { roundedPoints } from "../lineup/document/priced-lineup.ts";
import type { PackedLineups } from "../lineup/document/seat-solutions.ts";
import { contestWords } from "../shared/books.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";
import { seatsOf } from "../shared/schema/lineups.ts";
import type { PortfolioResult } from "../shared/schema/portfolio-result.ts";
import type { LineupRequestInput } from "../shared/schema/request.ts";
import type { Resource } from "../shared/schema/resource.ts";
import type { ExpectedDuplicates } from "../simulation/contest/opponents.ts";
import { peopleIn } from "./people.ts";
import { type Report, type ReportedPerson, reportOf } from "./report.ts";

export interface DocumentSurroundings {
  /** Players and teams, for their names; for example, those in the `included` of the projections. */
  readonly resources: readonly Resource[];
  /** The pool; without it, salaries and positions come from the resources. */
  readonly body?: Pick<LineupRequestInput, "players" | "teams"> | undefined;
  readonly contest: ContestTable | null;
  /** Ownership in percent, by player's GUID. */
  readonly ownerships?: ReadonlyMap<string, number> | undefined;
  /** Whether the ownership is an estimate of this library. */
  readonly isEstimated?: boolean | undefined;
  readonly duplicates?: ExpectedDuplicates | null | undefined;
}

export function documentReport(
  { data, meta }: FantasyLineupDocument,
  { resources, body, contest, ownerships, isEstimated, duplicates }: DocumentSurroundings,
): Report {
  const first = data[0];
  const [, sport = ""] = (first?.id ?? "").split("/");
  const people = peopleOf({ resources, body, contest, ownerships });
  const isNamed = data.every((lineup) => seatsOf(lineup).every(({ uuid }) => people.has(uuid)));
  return reportOf({
    title:
      first === undefined ? sport : contestWords({ ...first.attributes, sport: contest?.sport ?? sport }),
    cap: first?.attributes.salaryCap ?? null,
    captainSlots: captainSlotsOf(contest?.slots ?? []),
    people,
    isEstimated,
    field: duplicates,
    lineups: data.map((lineup, index) => ({
      duplicates: duplicates?.expected[index],
      seats: seatsOf(lineup),
      salary: lineup.attributes.salaryTotal,
      points: lineup.attributes.points,
    })),
    portfolio: meta?.portfolio,
    notes: isNamed
      ? []
      : [
          body === undefined
            ? "Not all names are known: give the salary file as --salaries."
            : "Not all players are in the salary file: is it the file of these lineups?",
        ],
  });
}

function peopleOf(context: DocumentSurroundings): Map<string, ReportedPerson> {
  const { resources, body, contest, ownerships = new Map() } = context;
  const defense = contest?.positions.find(({ entry }) => entry === "team")?.name;
  const pool = new Map([
    ...(body?.players ?? []).map(
      ({ player, salary, position }) => [player.toLowerCase(), { salary, position }] as const,
    ),
    ...(body?.teams ?? []).map(
      ({ team, salary }) => [team.toLowerCase(), { salary, position: defense }] as const,
    ),
  ]);
  const people = peopleIn(resources);
  return new Map(
    people.uuids().map((uuid): [string, ReportedPerson] => {
      const { name, team, attributes } = people.person(uuid);
      const salary = pool.get(uuid)?.salary ?? attributes["dfsSalary"];
      const position = pool.get(uuid)?.position ?? attributes["dfsPosition"];
      return [
        uuid,
        {
          name,
          team,
          position: typeof position === "string" ? position : "",
          salary: typeof salary === "number" ? salary : null,
          ownership: ownerships.get(uuid) ?? null,
        },
      ];
    }),
  );
}

export interface PackedSurroundings extends DocumentSurroundings {
  readonly contest: ContestTable;
  /** The players of the open slate (its `entries`), by the index that packed lineups use. */
  readonly entries: readonly Entry[];
  /** The slot of each seat of a lineup, as an index into the contest's slots. */
  readonly seats: Int32Array;
  /** The salary cap; the contest's by default. */
  readonly cap?: number | undefined;
  readonly portfolio?: PortfolioResult | undefined;
  readonly notes?: readonly string[] | undefined;
}

export function packedReport(lineups: PackedLineups, context: PackedSurroundings): Report {
  const { contest, entries, seats, cap, portfolio, notes } = context;
  const known = peopleOf(context);
  const people = entries.flatMap(({ uuid, plays, salary }): [string, ReportedPerson][] => {
    const person = known.get(uuid);
    if (person === undefined) return [];
    const position = person.position || plays.join("/");
    return [[uuid, { ...person, position, salary: person.salary ?? salary }]];
  });
  return reportOf({
    title: contestWords(contest),
    cap: cap ?? contest.salaryCap?.default ?? null,
    captainSlots: captainSlotsOf(contest.slots),
    people: new Map(people),
    lineups: Array.from(lineups.points, (points, index) => ({
      seats: Array.from(seats, (slot, seat) => ({
        slot: contest.slots[slot]!.name,
        uuid: entries[lineups.entries[index * seats.length + seat]!]!.uuid,
      })),
      salary: lineups.salaries[index]!,
      points: roundedPoints(Math.round(points * POINT_UNITS)),
    })),
    portfolio,
    notes,
  });
}

export function captainSlotsOf(slots: ContestTable["slots"]): readonly string[] {
  return slots.flatMap(({ name, pointsMultiplier }) => (pointsMultiplier === 1 ? [] : [name]));
}
