import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import type { ReportedPerson } from "../../report/report.ts";
import { type Report, reportOf } from "../../report/report.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import { byGuid, nameOf, teamOf } from "../render/lineup-rows.ts";

/** Context for a document's lineups. */
export interface DocumentSurroundings {
  /** Players and teams, for their names. */
  readonly resources: readonly Resource[];
  /** The pool; without it, salaries and positions come from the resources. */
  readonly body?: Pick<LineupRequestInput, "players" | "teams"> | undefined;
  /** Null without a table for the contest. */
  readonly contest: ContestTable | null;
  /** In percent, by GUID. */
  readonly ownerships?: ReadonlyMap<string, number> | undefined;
}

/** The report on the lineups of a FantasyLineup document. */
export function documentReport(
  { data, meta }: FantasyLineupDocument,
  { resources, body, contest, ownerships }: DocumentSurroundings,
): Report {
  const first = data[0];
  const [, sport = ""] = (first?.id ?? "").split("/");
  const kind = first === undefined ? [] : [first.attributes.book, first.attributes.contest];
  const people = peopleOf({ resources, body, contest, ownerships });
  const isNamed = data.every(({ attributes }) =>
    Object.values(attributes.byPositions).every((seats) => seats.every(({ uuid }) => people.has(uuid))),
  );
  return reportOf({
    title: [contest?.sport ?? sport, ...kind].filter((part) => part !== "").join(" "),
    cap: first?.attributes.salaryCap ?? null,
    captainSlots: (contest?.slots ?? []).flatMap(({ name, pointsMultiplier }) =>
      pointsMultiplier === 1 ? [] : [name],
    ),
    people,
    lineups: data.map(({ attributes }) => ({
      seats: Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
        seats.map(({ uuid }) => ({ slot, uuid })),
      ),
      salary: attributes.salaryTotal,
      points: attributes.points,
    })),
    portfolio: meta?.portfolio,
    notes: isNamed
      ? []
      : [
          body === undefined
            ? "Not all names are known: give the salary file as --salaries."
            : "Not all players are in the salary file: is it of these lineups?",
        ],
  });
}

function peopleOf({
  resources,
  body,
  contest,
  ownerships = new Map(),
}: DocumentSurroundings): Map<string, ReportedPerson> {
  const defense = contest?.positions.find(({ entry }) => entry === "team")?.name;
  const teams = byGuid(resources.filter(({ type }) => type === "Team"));
  const pool = new Map([
    ...(body?.players ?? []).map(
      ({ player, salary, position }) => [player.toLowerCase(), { salary, position }] as const,
    ),
    ...(body?.teams ?? []).map(
      ({ team, salary }) => [team.toLowerCase(), { salary, position: defense }] as const,
    ),
  ]);
  return new Map(
    [...byGuid(resources)].map(([uuid, resource]): [string, ReportedPerson] => {
      const { attributes = {} } = resource;
      const salary = pool.get(uuid)?.salary ?? attributes["dfsSalary"];
      const position = pool.get(uuid)?.position ?? attributes["dfsPosition"];
      return [
        uuid,
        {
          name: nameOf(resource) ?? uuid,
          team: teamOf(resource, teams),
          position: typeof position === "string" ? position : "",
          salary: typeof salary === "number" ? salary : null,
          ownership: ownerships.get(uuid) ?? null,
        },
      ];
    }),
  );
}
