import { guidOfId } from "../../schema/guid.ts";
import {
  type FantasyPerformanceDocument,
  fantasyPerformanceDocumentSchema,
} from "../../schema/performances.ts";
import type { LineupRequestInput } from "../../schema/request.ts";
import { nameOf } from "../render/lineup-rows.ts";
import { inputName, readJson } from "./files.ts";
import type { LineupInput } from "./lineup-input.ts";

/** The files of a request as the service takes it; either `projections` or `service` is given. */
export interface RequestFiles {
  readonly request: string;
  readonly projections: string | undefined;
  /** Address of the prediction service, which has the projections. */
  readonly service: string | undefined;
  readonly sport: string;
}

/**
 * Reads a lineup request and its projections; what they say is the optimizer's to check.
 * @throws InvalidFileError; InvalidRequestError, ServiceError, AbortedError where the service is asked.
 */
export async function readRequestFiles(
  { request, projections: file, service, sport }: RequestFiles,
  signal?: AbortSignal,
): Promise<LineupInput> {
  const body = inputName(request);
  const [asked, projections] =
    file === undefined
      ? await readFromService(request, { service: service!, sport, signal })
      : await Promise.all([readJson(request), readJson(file)]);
  let labels: ReadonlyMap<string, string> | undefined;
  return {
    sport,
    body: asked as LineupRequestInput,
    projections: projections as FantasyPerformanceDocument,
    notes: [],
    places: {
      body,
      projections: file === undefined ? undefined : inputName(file),
      labelOf: (guid) => {
        labels ??= labelsOf(projections);
        return labels.get(guid) ?? null;
      },
    },
  };
}

async function readFromService(
  request: string,
  asked: { readonly service: string; readonly sport: string; readonly signal: AbortSignal | undefined },
): Promise<readonly [unknown, unknown]> {
  const body = await readJson(request);
  const { projectionsOf } = await import("./service-projections.ts");
  return [body, await projectionsOf(body, inputName(request), asked)];
}

/** Names by GUID, as far as the projections' `included` has them. */
function labelsOf(projections: unknown): ReadonlyMap<string, string> {
  const { data } = fantasyPerformanceDocumentSchema.safeParse(projections);
  return new Map(
    (data?.included ?? []).flatMap((resource) => {
      const guid = guidOfId(resource.id);
      const name = nameOf(resource);
      return guid === null || name === null ? [] : [[guid, `${name} (${guid})`] as const];
    }),
  );
}
