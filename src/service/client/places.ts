import { openResourceSchema } from "../../shared/schema/entities.ts";
import {
  COLLECTIONS,
  type Collection,
  type CollectionName,
  LIKE_COLLECTIONS,
  PATH_OF_TYPE,
} from "./collections.ts";
import { openQuerySchema } from "./query.ts";
import { type Place, refuse, SOURCES, type Source } from "./request.ts";

/** A place and its source. */
export interface Found {
  readonly place: Place;
  readonly source: Source;
}

const PATH = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** `/{sport}/v2/{path}`, as in an entity's `id`. */
const ID = /^\/([^/]+)\/v2\/(.+)$/;

/** A list, given the path after `/{sport}/v2/`. @throws InvalidRequestError */
export function listAt(sport: string, path: string): Found {
  const plain = checkedPath(path, "/path", "such as win_losses or events/{uuid}/performances");
  return { place: { sport, path: plain, single: false }, source: sourceOf(plain) };
}

/**
 * One entity by type and uuid. The type may be its collection's path, and the uuid a whole id of the same
 * sport and type.
 * @throws InvalidRequestError
 */
export function entityAt(sport: string, type: string, uuid: string): Found {
  const collection = checkedPath(
    PATH_OF_TYPE[type] ?? type,
    "/type",
    `a type such as ${Object.keys(PATH_OF_TYPE).slice(0, 3).join(", ")}, or a collection's path`,
  );
  const [, ofSport, ofPath] = ID.exec(String(uuid)) ?? [];
  const guid = ofPath === undefined ? String(uuid) : ofPath.slice(ofPath.lastIndexOf("/") + 1);
  if (!GUID.test(guid))
    refuse("/uuid", `The uuid must be a GUID or an id that ends in one (got ${JSON.stringify(uuid)}).`);
  const path = `${collection}/${guid.toLowerCase()}`;
  if (ofPath !== undefined && (ofSport !== sport || ofPath.toLowerCase() !== path))
    refuse(
      "/uuid",
      `The id ${uuid} does not belong to ${sport} ${type}. Give its own sport and type, or the id alone.`,
    );
  return { place: { sport, path, single: true }, source: sourceOf(collection) };
}

/** One entity by its id, `/{sport}/v2/{path}`, as in the change feed. @throws InvalidRequestError */
export function entityOfId(id: string): Found {
  const [, sport, path] = ID.exec(String(id)) ?? [];
  if (sport === undefined || path === undefined)
    return refuse(
      "/id",
      `An id is a path such as /basketball/v2/players/{uuid} (got ${JSON.stringify(id)}).`,
    );
  const plain = checkedPath(path, "/id", "an id such as /basketball/v2/players/{uuid}");
  const parent = GUID.test(plain.slice(plain.lastIndexOf("/") + 1))
    ? plain.slice(0, plain.lastIndexOf("/"))
    : plain;
  return { place: { sport, path: plain, single: true }, source: sourceOf(parent) };
}

function checkedPath(path: string, pointer: string, wanted: string): string {
  const plain = typeof path === "string" ? path.replace(/^\//, "") : "";
  if (PATH.test(plain)) return plain;
  return refuse(
    pointer,
    `It must be a path of letters, digits, _ and -, ${wanted} (got ${JSON.stringify(path)}).`,
  );
}

function sourceOf(path: string): Source {
  const named = (Object.keys(COLLECTIONS) as CollectionName[]).find(
    (name) => COLLECTIONS[name].path === path,
  );
  if (named !== undefined) return SOURCES[named];
  const like = LIKE_COLLECTIONS.find((one) => one.path.test(path));
  if (like === undefined) return OPEN;
  const { collection, ...rest } = SOURCES[like.name];
  // Such a list can change without an update of any entry.
  return { ...rest, collection: { ...collection, cached: "whole" } };
}

/** A list or entity whose content only the service knows. */
const OPEN_COLLECTION: Collection = {
  path: "",
  type: "",
  filters: {},
  dates: {},
  orders: [],
  includes: [],
  identity: "id",
  cached: "whole",
  steady: [],
};

const OPEN: Source = { collection: OPEN_COLLECTION, resource: openResourceSchema, query: openQuerySchema };
