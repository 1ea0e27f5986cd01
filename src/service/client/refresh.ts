import { isDeepStrictEqual } from "node:util";
import { guidOfId } from "../../shared/guid-bytes.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import type { ServiceAnswer } from "./attempt.ts";
import type { CacheEntry } from "./cache.ts";
import {
  byIdentity,
  type CollectionDocument,
  documentOf,
  documentOfPage,
  type PageSource,
  readDocument,
  typeAndId,
} from "./collection-document.ts";
import type { ParsedOptions } from "./options.ts";
import type { Page } from "./page.ts";
import { formatInstant, type Parameters, withParameters } from "./parameters.ts";
import type { CollectionRequest, Identified } from "./request.ts";

/** Fetches and checks one page; `serviceTime` is when the service answered. */
export type PageFetch<R> = (parameters: Parameters) => Promise<Page<R> & Pick<ServiceAnswer, "serviceTime">>;

/**
 * A refresh requests the updates since the last refresh minus this many milliseconds: clocks differ, and
 * updates come late.
 */
const OVERLAP_MS = 60_000;

/** Whether a cached document needs no refresh: it is recent, or its content is final. */
export function isFresh(
  entry: CacheEntry<unknown>,
  request: CollectionRequest,
  { clock, limits }: ParsedOptions,
): boolean {
  const age = clock.now() - entry.fetchedAt;
  return (age >= 0 && age < limits.refreshMs) || isSettled(entry, request);
}

/**
 * Whether the predictions of one event are final, because it has started. The document must include the event
 * and must have been read in full after the start: until then the event may be postponed.
 */
function isSettled({ document, wholeAt }: CacheEntry<unknown>, request: CollectionRequest): boolean {
  if (request.event === null) return false;
  const event = document.included?.find(({ type, id }) => type === "Event" && guidOfId(id) === request.event);
  const start = Date.parse(String(event?.attributes?.["startDate"]));
  return start <= wholeAt;
}

/**
 * Brings a cached document up to date by the service's updates. If they do not suffice, or nothing is cached,
 * reads the document in full.
 */
export async function refresh<R extends Identified>(
  entry: CacheEntry<R> | undefined,
  request: CollectionRequest,
  fetchPage: PageFetch<R>,
  options: ParsedOptions,
): Promise<CacheEntry<R>> {
  const fetchedAt = options.clock.now();
  let serviceTime: number | null = null;
  const source = async (parameters: Parameters) => {
    const page = await fetchPage(parameters);
    serviceTime ??= page.serviceTime;
    return page;
  };
  const updated =
    entry && mayAskForChanges(entry, request, options)
      ? await readChanges(entry, request, source, options)
      : null;
  const document = updated ?? (await readWhole(request, source, options));
  const checkedAt = serviceTime ?? fetchedAt;
  return { document, fetchedAt, checkedAt, wholeAt: updated && entry ? entry.wholeAt : checkedAt };
}

async function readWhole<R extends Identified>(
  request: CollectionRequest,
  source: PageSource<R>,
  options: ParsedOptions,
): Promise<CollectionDocument<R>> {
  if (request.page !== null || request.single) return documentOfPage(await source(request.parameters));
  return readDocument(source, { request, options });
}

function mayAskForChanges(
  entry: CacheEntry<unknown>,
  request: CollectionRequest,
  { clock, limits }: ParsedOptions,
): boolean {
  const wholeAge = entry.checkedAt - entry.wholeAt + (clock.now() - entry.fetchedAt);
  if (!request.incremental || wholeAge >= limits.wholeRefreshMs) return false;
  // An event that started since the last full read is read in full one last time.
  return request.event === null || !isSettled({ ...entry, wholeAt: entry.checkedAt }, request);
}

/** Applies later updates to the cached document; null if it has to be read in full instead. */
async function readChanges<R extends Identified>(
  entry: CacheEntry<R>,
  request: CollectionRequest,
  source: PageSource<R>,
  options: ParsedOptions,
): Promise<CollectionDocument<R> | null> {
  const { identify } = request;
  const since = formatInstant(new Date(entry.checkedAt - OVERLAP_MS));
  const parameters = withParameters(request.parameters, { "updatedAt[after]": since });
  const update = await readDocument(source, { request: { ...request, parameters }, options });
  const cached = byIdentity(entry.document.data, identify);
  const changed = update.data.some((one) => !isDeepStrictEqual(one, cached.get(identify(one))));
  if (changed && request.ordered) return null;
  const data = byIdentity([...entry.document.data, ...update.data], identify);
  // Resources that were removed, or no longer match, appear in no list of updates; the total reveals them.
  const count = await source(withParameters(request.parameters, { count: "1", page: "1" }));
  if (count.meta?.totalItems !== data.size) return null;
  const included = includedOf(entry.document, update, [...data.values()]);
  if (!changed && isDeepStrictEqual(included, entry.document.included ?? null)) return entry.document;
  return documentOf(entry.document.links["self"], data.values(), included);
}

/**
 * The included entities of both documents that resources in `data` refer to, each in its newer version; null
 * if neither document has included entities.
 */
function includedOf<R>(
  old: CollectionDocument<R>,
  update: CollectionDocument<R>,
  data: readonly R[],
): Resource[] | null {
  if (!old.included && !update.included) return null;
  const related = new Set(data.flatMap(relationsOf));
  const all = byIdentity([...(old.included ?? []), ...(update.included ?? [])], typeAndId);
  return [...all.values()].filter((resource) => related.has(typeAndId(resource)));
}

function relationsOf(resource: unknown): string[] {
  const { relationships } = resource as {
    relationships?: Record<string, { data?: unknown } | null | undefined>;
  };
  return Object.values(relationships ?? {}).flatMap((relation) => {
    const identifiers = Array.isArray(relation?.data) ? relation.data : [relation?.data];
    return identifiers
      .filter((one) => one != null)
      .map((one) => typeAndId(one as { type: string; id: string }));
  });
}
