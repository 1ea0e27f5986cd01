import { createServiceClient } from "../../service/client/index.ts";
import { serviceProjections } from "../../service/server/projections/service.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";
import { lineupRequestSchema } from "../../shared/schema/request.ts";
import { SERVICE_KEY } from "../options/definitions.ts";
import { note } from "../output.ts";
import { located } from "../places.ts";
import { usageError } from "../usage-error.ts";

/** The source of projections. */
export interface ServiceReading {
  /** Address of the prediction service. */
  readonly service: string;
  readonly sport: string;
  readonly signal: AbortSignal;
}

/**
 * The projections of a request's games; `file` names the request in errors.
 * @throws InvalidRequestError for a request that breaks its schema or a missing key; ServiceError,
 * AbortedError
 */
export async function projectionsOf(
  body: unknown,
  file: string,
  { service, sport, signal }: ServiceReading,
): Promise<FantasyPerformanceDocument> {
  const apiKey = process.env[SERVICE_KEY];
  if (apiKey === undefined || apiKey === "")
    throw usageError(SERVICE_KEY, "must hold the API key of the prediction service that --service names.");
  const games = gamesOf(body, file);
  const client = createServiceClient({
    baseUrl: service,
    apiKey,
    onWarning: ({ detail }) => note(`prediction service: ${detail}`),
  });
  try {
    const control = { caller: "command line", signal };
    return (await serviceProjections(client, [sport]).projections(sport, games, control)).document;
  } finally {
    await client.close();
  }
}

function gamesOf(body: unknown, file: string): readonly string[] {
  try {
    return [...new Set(parseInput(lineupRequestSchema, body).games)];
  } catch (error) {
    throw located(error, { body: file, labelOf: () => null });
  }
}
