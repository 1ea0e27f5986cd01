import type { Logger } from "pino";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { createServiceClient } from "../../service/client/index.ts";
import type { ServerCache } from "../../service/server/cache/cache.ts";
import { serviceProjections, type TablesOf } from "../../service/server/projections/service.ts";
import type { ProjectionSource } from "../../service/server/projections/source.ts";
import { documentProjections } from "../../service/server/projections/source.ts";
import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";
import { inputName, readJson } from "../input/files.ts";
import { type Options, SERVICE_KEY } from "../options/definitions.ts";
import { located } from "../places.ts";
import { usageError } from "../usage-error.ts";

/** The source of the server's projections; disposing of it cancels running requests. */
export interface OpenProjections extends AsyncDisposable {
  readonly source: ProjectionSource;
}

interface ProjectionParts {
  readonly catalog: Pick<Catalog, "scoring">;
  /** The server's key for the prediction service. */
  readonly serviceKey: string | undefined;
  readonly cache: ServerCache | null;
  readonly logger: Logger;
}

/**
 * Milliseconds of each second of a request's time limit that projections may take, so that the server can
 * still report a failure in time.
 */
const MS_OF_LIMIT = 900;

/** Maximum number of games' documents in memory: a few hundred cover a week in several sports. */
const MEMORY_DOCUMENTS = 1_000;

/** @throws InvalidRequestError, InvalidFileError */
export async function openProjections(
  options: Options<"serve">,
  sports: readonly string[],
  { catalog, serviceKey, cache, logger }: ProjectionParts,
): Promise<OpenProjections> {
  const { service, projections, from } = options;
  if (projections !== undefined)
    return { source: await fromFile(projections), [Symbol.asyncDispose]: async () => {} };
  if (serviceKey === undefined || serviceKey === "")
    throw usageError(SERVICE_KEY, "must hold the API key of the prediction service that --service names.");
  const client = createServiceClient({
    baseUrl: service!,
    apiKey: serviceKey,
    totalMs: options.timeLimit * MS_OF_LIMIT,
    memoryDocuments: MEMORY_DOCUMENTS,
    ...(cache !== null && { cache: cache.store }),
    onWarning: ({ code, detail }) => logger.warn({ code, detail }, "prediction service"),
  });
  const tablesOf = from === "performances" ? scoringOf(sports, catalog.scoring) : undefined;
  return {
    source: serviceProjections(client, sports, { rates: cache?.rates ?? undefined, tablesOf }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** @throws InvalidRequestError for a sport without a scoring table */
function scoringOf(sports: readonly string[], scoring: Catalog["scoring"]): TablesOf {
  const tables = new Map(sports.map((sport) => [sport, scoring.filter((table) => table.sport === sport)]));
  for (const [sport, [first]] of tables) {
    if (first === undefined)
      throw usageError(
        "--from",
        `performances: no scoring of ${sport} is known. Give its file as --scoring.`,
      );
  }
  return (sport) => tables.get(sport) as unknown as ReturnType<TablesOf>;
}

async function fromFile(file: string): Promise<ProjectionSource> {
  const document = await readJson(file);
  try {
    return documentProjections(document as FantasyPerformanceDocument);
  } catch (error) {
    throw located(error, { projections: inputName(file), labelOf: () => null });
  }
}
