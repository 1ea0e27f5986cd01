import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { PointDocuments } from "../../contests/scoring/point-source.ts";
import { guidOfId } from "../../shared/guid-bytes.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";
import { type Resource, resourceSchema } from "../../shared/schema/resource.ts";
import { interruptible } from "../interrupt.ts";
import { checkInput, type InputOptions } from "../options/definitions.ts";
import { withProgress } from "../progress.ts";
import { nameOf } from "../render/lineup-rows.ts";
import { inputName, readJson } from "./files.ts";
import type { LineupInput } from "./ready-input.ts";
import { readSalaryFiles } from "./salary-files.ts";

/**
 * Reads the files in the options.
 * @throws InvalidFileError, InvalidRequestError; ServiceError, AbortedError if projections come from the
 * service.
 */
export async function readLineupInput(
  options: InputOptions & { readonly strict?: boolean | undefined },
  catalog: Catalog,
): Promise<LineupInput> {
  checkInput(options);
  const { request, salaries, projections, performances, service, sport, onlyAvailable } = options;
  if (salaries !== undefined) return readSalaryFiles({ ...options, salaries }, catalog);
  return readRequestFiles({
    ...{ request: request!, projections, performances, service },
    ...{ sport: sport!, onlyAvailable },
  });
}

/** The files of a request in the service's format; points come from these or from `service`. */
interface RequestFiles {
  readonly request: string;
  readonly projections: string | undefined;
  readonly performances: string | undefined;
  /** Address of the prediction service for projections. */
  readonly service: string | undefined;
  readonly sport: string;
  readonly onlyAvailable?: boolean | undefined;
}

/**
 * Reads a lineup request and its points; the optimizer validates them.
 * @throws InvalidFileError; InvalidRequestError, ServiceError, AbortedError if the service is asked.
 */
async function readRequestFiles({
  request,
  projections: file,
  performances: lines,
  service,
  sport,
  onlyAvailable,
}: RequestFiles): Promise<LineupInput> {
  const performances = lines && (await readJson(lines));
  const [asked, projections] =
    service === undefined
      ? await Promise.all([readJson(request), file && readJson(file)])
      : await readFromService(request, service, sport);
  const named = [...includedIn(projections), ...includedIn(performances)];
  let labels: ReadonlyMap<string, string> | undefined;
  return {
    sport,
    body: asked as LineupRequestInput,
    points: { projections, performances } as PointDocuments,
    named,
    origin: "request",
    onlyAvailable,
    notes: [],
    places: {
      body: inputName(request),
      projections: file && inputName(file),
      performances: lines && inputName(lines),
      labelOf: (guid) => {
        labels ??= labelsOf(named);
        return labels.get(guid) ?? null;
      },
    },
  };
}

async function readFromService(
  request: string,
  service: string,
  sport: string,
): Promise<readonly [unknown, unknown]> {
  const body = await readJson(request);
  const { projectionsOf } = await import("./service-projections.ts");
  const projections = await withProgress(`reading projections from ${service}`, () =>
    interruptible((signal) => projectionsOf(body, inputName(request), { service, sport, signal })),
  );
  return [body, projections];
}

/** The readable resources of a document; other code reports unreadable documents. */
function includedIn(document: unknown): Resource[] {
  const included = (document as { readonly included?: unknown } | null | undefined)?.included;
  return Array.isArray(included) ? included.flatMap((one) => resourceSchema.safeParse(one).data ?? []) : [];
}

/** Names by GUID. */
function labelsOf(resources: readonly Resource[]): ReadonlyMap<string, string> {
  return new Map(
    resources.flatMap((resource) => {
      const guid = guidOfId(resource.id);
      const name = nameOf(resource);
      return guid === null || name === null ? [] : [[guid, `${name} (${guid})`] as const];
    }),
  );
}
