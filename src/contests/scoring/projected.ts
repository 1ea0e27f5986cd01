import { books, captainAttribute } from "../../shared/books.ts";
import { message } from "../../shared/errors/message-parts.ts";
import { InvalidRequestError } from "../../shared/errors.ts";
import { guidKey } from "../../shared/guid-bytes.ts";
import type {
  FantasyPerformance,
  FantasyPerformanceDocument,
  PerformanceDocument,
} from "../../shared/schema/performances.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import { scorePerformances } from "./document.ts";
import { checkedProjections, type PointDocuments } from "./point-source.ts";

/** @throws InvalidRequestError whose source is the parameter `projections` or `performances`. */
export async function pointsOf(
  { projections, performances }: PointDocuments,
  tableOf: () => Promise<ScoringTable>,
): Promise<FantasyPerformanceDocument> {
  if (performances === undefined) return checkedProjections(projections);
  const others = projections === undefined ? null : checkedProjections(projections);
  const table = await tableOf();
  try {
    return projectPerformances(performances, [table], others);
  } catch (error) {
    throw ofPerformances(error);
  }
}

/** Its pointers are into stat lines and not into the request's body. */
function ofPerformances(error: unknown): unknown {
  if (!(error instanceof InvalidRequestError)) return error;
  const [first, ...rest] = error.written.map((issue) => ({
    ...issue,
    detail: message`performances ${issue.detail}`,
    source: { parameter: "performances" },
  }));
  return new InvalidRequestError([first!, ...rest]);
}

/**
 * Scored in expectation, each with its breakdown. Where no line gives points, as for a team's defense, those
 * of `others` are used. @throws InvalidRequestError that points into the document, as for `scorePerformance`.
 */
export function projectPerformances(
  document: PerformanceDocument,
  tables: readonly [ScoringTable, ...ScoringTable[]],
  others: FantasyPerformanceDocument | null = null,
): FantasyPerformanceDocument {
  const scored = scorePerformances(document, tables, { kind: "projected", breakdown: true });
  if (others === null) return scored;
  const subjectOf = subjects(tables);
  const known = new Map(others.data.map((projection) => [subjectOf(projection), projection]));
  const ofLines = new Set(scored.data.map(subjectOf));
  return {
    data: [
      ...scored.data.map((projection) => completed(projection, known.get(subjectOf(projection)))),
      ...others.data.filter((projection) => !ofLines.has(subjectOf(projection))),
    ],
    included: [
      ...new Map(
        [...(others.included ?? []), ...(scored.included ?? [])].map((one) => [`${one.type} ${one.id}`, one]),
      ).values(),
    ],
  };
}

/** The player or team, and the game. A line at a team's position is the team's. */
function subjects(tables: readonly ScoringTable[]): (projection: FantasyPerformance) => string {
  const teamPositions = new Set<unknown>(
    tables.flatMap(({ groups }) =>
      groups.filter(({ entry }) => entry === "team").flatMap(({ positions }) => positions),
    ),
  );
  return ({ attributes: { position }, relationships: { player, team, event } }) => {
    const isPlayers = player?.data != null && !teamPositions.has(position);
    // GUIDs of players and teams never collide.
    const [subject, game] = [isPlayers ? player : team, event].map(
      (one) => one?.data && guidKey(one.data.id),
    );
    return `${subject} ${game}`;
  };
}

function completed(
  projection: FantasyPerformance,
  other: FantasyPerformance | undefined,
): FantasyPerformance {
  if (other === undefined) return projection;
  const attributes = { ...projection.attributes };
  for (const book of books) {
    if (attributes[book.pointsAttribute] != null) continue;
    for (const name of [book.pointsAttribute, captainAttribute(book)])
      if (name in other.attributes) Object.assign(attributes, { [name]: other.attributes[name] });
  }
  return { ...projection, attributes };
}
