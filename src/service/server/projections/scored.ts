import { projectPerformances } from "../../../contests/scoring/projected.ts";
import { InvalidRequestError } from "../../../shared/errors.ts";
import type { FantasyPerformanceDocument, PerformanceDocument } from "../../../shared/schema/performances.ts";
import { ServiceError } from "../../client/service-error.ts";
import type { TablesOf } from "./service.ts";

/** A document of the service and its age. */
interface Aged<Document> {
  readonly document: Document;
  readonly fetchedAt: Date;
  readonly stale: boolean;
}

/** Scores games' stat lines; equal documents give the same object. */
export class ScoredGames {
  readonly #tablesOf: TablesOf;
  readonly #known = new WeakMap<PerformanceDocument, WeakMap<object, FantasyPerformanceDocument>>();

  constructor(tablesOf: TablesOf) {
    this.#tablesOf = tablesOf;
  }

  /** One game's projections: of its stat lines, else the service's own. @throws ServiceError for a stat that is none. */
  join(
    sport: string,
    own: Aged<FantasyPerformanceDocument>,
    lines: Aged<PerformanceDocument>,
  ): Aged<FantasyPerformanceDocument> {
    return {
      document: this.#scored(sport, own.document, lines.document),
      fetchedAt: new Date(Math.min(own.fetchedAt.getTime(), lines.fetchedAt.getTime())),
      stale: own.stale || lines.stale,
    };
  }

  #scored(
    sport: string,
    own: FantasyPerformanceDocument,
    lines: PerformanceDocument,
  ): FantasyPerformanceDocument {
    const ofLines = this.#known.get(lines) ?? new WeakMap();
    const document = ofLines.get(own) ?? scoredDocument(own, lines, this.#tablesOf(sport));
    this.#known.set(lines, ofLines.set(own, document));
    return document;
  }
}

function scoredDocument(
  own: FantasyPerformanceDocument,
  lines: PerformanceDocument,
  tables: ReturnType<TablesOf>,
): FantasyPerformanceDocument {
  try {
    return projectPerformances(lines, tables, own);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    throw new ServiceError(
      "upstream-invalid",
      `The service's stat lines cannot be scored: ${error.message}`,
      {
        upstreamStatus: 200,
        cause: error,
      },
    );
  }
}
