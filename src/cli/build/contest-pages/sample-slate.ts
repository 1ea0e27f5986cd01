import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ContestTable } from "../../../contests/catalog/contest-table.ts";
import { readProblem } from "../../../contests/constraints/readers/read-problem.ts";
import { seatSalary } from "../../../contests/problem/pool.ts";
import type { Lineup, Problem } from "../../../contests/problem/problem.ts";
import { readSlateFile, slateInputs } from "../../../files/index.ts";
import { named, plain as plainText } from "../../../shared/errors/references.ts";
import { parseLineupRequest } from "../../../shared/schema/lineup-request.ts";
import type { LineupRequestInput } from "../../../shared/schema/request.ts";

const SLATES = new URL("../../../../examples/slates/", import.meta.url);

/** A contest's sample slate, with ways to extend its request. */
export interface SampleSlate {
  readonly file: string;
  /**
   * The slate as a problem; `asked` are further fields of the request, `origin` decides whether the book's
   * own rules apply.
   */
  problemWith(asked: Partial<LineupRequestInput>, origin: Problem["origin"]): Problem;
  /** A lineup as slots and names. */
  show(problem: Problem, lineup: Lineup): string;
  /** The name of a player, team or game. */
  nameOf(uuid: string): string;
  /** A text with names in place of references. */
  inWords(text: string): string;
}

/** The sample slate of a contest, with the file's averages as points. */
export function sampleSlate(contest: ContestTable): SampleSlate {
  const name = `${contest.sport}.${contest.book}.${contest.contest}.csv`;
  const slate = readSlateFile(readFileSync(fileURLToPath(new URL(name, SLATES))), { file: name });
  const { body, projections, origin, seats } = slateInputs(slate);
  const plain = readProblem(contest, parseLineupRequest(body), projections.data, { origin, seats });
  const names = new Map<string, string>();
  const listings = new Map(slate.entries.map((entry) => [entry.uuid, entry]));
  for (const { uuid, team, event } of plain.entries) {
    const listing = listings.get(uuid);
    if (listing === undefined) continue;
    names.set(team, listing.team);
    names.set(event, listing.game);
  }
  for (const { uuid, name: own } of slate.entries) names.set(uuid, own);
  return {
    file: `examples/slates/${name}`,
    problemWith: (asked, origin) =>
      readProblem(contest, parseLineupRequest({ ...body, ...asked }), projections.data, { origin, seats }),
    show: (problem, lineup) =>
      [...lineup]
        .sort((a, b) => a.slot - b.slot)
        .map(({ entry, slot }) => {
          const { uuid, team, positions } = problem.entries[entry]!;
          const cost = seatSalary(problem, { entry, slot });
          return `${contest.slots[slot]!.name} ${names.get(uuid)} (${positions.join("/")}, ${names.get(team)}, ${cost})`;
        })
        .join("; "),
    inWords: (text) => plainText(named(text, { entry: (uuid) => names.get(uuid) ?? null })),
    nameOf: (uuid) => names.get(uuid) ?? uuid,
  };
}
