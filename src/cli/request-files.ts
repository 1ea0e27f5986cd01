import { guidOfId } from "../schema/guid.ts";
import { type FantasyPerformanceDocument, fantasyPerformanceDocumentSchema } from "../schema/performances.ts";
import type { LineupRequestInput } from "../schema/request.ts";
import { inputName, readJson } from "./input.ts";
import type { LineupInput } from "./lineup-input.ts";
import { nameOf } from "./lineup-rows.ts";

/** The files of a request as the service takes it. */
export interface RequestFiles {
  readonly request: string;
  readonly projections: string;
  readonly sport: string;
}

/**
 * Reads a lineup request and its projections; what they say is the optimizer's to check.
 * @throws InvalidFileError
 */
export async function readRequestFiles(files: RequestFiles): Promise<LineupInput> {
  const [body, projections] = await Promise.all([readJson(files.request), readJson(files.projections)]);
  return {
    sport: files.sport,
    body: body as LineupRequestInput,
    projections: projections as FantasyPerformanceDocument,
    notes: [],
    places: {
      body: inputName(files.request),
      projections: inputName(files.projections),
      labelOf: (guid) => labelsOf(projections).get(guid) ?? null,
    },
  };
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
