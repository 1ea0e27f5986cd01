import type { CollectionPath, SportData, StoredResource } from "./data.ts";

/**
 * Filters that match parts, by collection; all others match exactly. Written from the API, not from the
 * client.
 */
const PARTIAL: Readonly<Record<CollectionPath, readonly string[]>> = {
  fantasy_performances: [
    "player.firstName",
    "player.lastName",
    "player.fullName",
    "team.location",
    "team.nickName",
  ],
  players: ["firstName", "lastName", "fullName", "uniform"],
  teams: ["location", "nickName"],
  performances: [],
  events: [],
  injuries: [],
  win_losses: [],
  changes: [],
};

const DEFAULT_COUNT = 30;
const KNOWN = ["api_key", "count", "page", "include", "properties[]"];
const COMPARE: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  after: (value, bound) => value >= bound,
  before: (value, bound) => value <= bound,
  strictly_after: (value, bound) => value > bound,
  strictly_before: (value, bound) => value < bound,
};

/** The document of a collection for a query, page by page as the API specifies it. */
export function answer(data: SportData, collection: CollectionPath, query: URLSearchParams): object {
  const found = ordered(data, matching(data, collection, query), query);
  const count = Number(query.get("count") ?? DEFAULT_COUNT);
  const page = Number(query.get("page") ?? 1);
  const last = Math.max(1, Math.ceil(found.length / count));
  const shown = found.slice((page - 1) * count, page * count);
  const link = (number: number) => {
    const linked = new URLSearchParams(query);
    linked.set("page", String(number));
    return `/${data.sport}/v2/${collection}?${linked}`;
  };
  const include = query.get("include");
  return {
    links: {
      self: link(page),
      first: link(1),
      last: link(last),
      ...(page < last && { next: link(page + 1) }),
    },
    meta: { totalItems: found.length, itemsPerPage: count, currentPage: page },
    data: shown.map((resource) => sparse(resource, query)),
    ...(include && { included: included(data, shown, include.split(",")) }),
  };
}

/** The document of one entity; null if this uuid does not exist. */
export function answerOne(
  data: SportData,
  collection: CollectionPath,
  uuid: string,
  query: URLSearchParams,
): object | null {
  const self = `/${data.sport}/v2/${collection}/${uuid}`;
  const resource = data[collection].find(({ id }) => id === self);
  if (resource === undefined) return null;
  const include = query.get("include");
  return {
    links: { self },
    data: sparse(resource, query),
    ...(include && { included: included(data, [resource], include.split(",")) }),
  };
}

/** The entities of a collection that match the query's filters and dates, in stored order. */
export function matching(
  data: SportData,
  collection: CollectionPath,
  query: URLSearchParams,
): StoredResource[] {
  return data[collection].filter((resource) =>
    [...query].every(([name, value]) => passes(data, collection, resource, name, value)),
  );
}

function passes(
  data: SportData,
  collection: CollectionPath,
  resource: StoredResource,
  name: string,
  wanted: string,
): boolean {
  if (KNOWN.includes(name) || name.startsWith("order[") || name.startsWith("fields[")) return true;
  const [, property, operator] = /^([\w.]+)\[(\w+)\]$/.exec(name) ?? [];
  const value = propertyOf(data, resource, property ?? name);
  if (value === undefined || value === null) return false;
  if (operator !== undefined) {
    const bound =
      wanted === "now" ? data.clock.now() : Date.parse(/[Z+]|^[\d-]+$/.test(wanted) ? wanted : `${wanted}Z`);
    return COMPARE[operator]?.(Date.parse(String(value)), bound) ?? false;
  }
  const text = String(value).toLowerCase();
  return PARTIAL[collection].includes(name)
    ? text.includes(wanted.toLowerCase())
    : text === wanted.toLowerCase();
}

/** The value of a property, or of a related entity's property, such as `player.lastName`. */
function propertyOf(data: SportData, resource: StoredResource, path: string): unknown {
  const [head = "", ...rest] = path.split(".");
  if (rest.length === 0) return resource.attributes[head];
  return related(data, resource, head)[0]?.attributes[rest.join(".")];
}

function related(data: SportData, resource: StoredResource, relation: string): StoredResource[] {
  const identifiers = [resource.relationships[relation]?.data ?? []].flat();
  return identifiers.flatMap(({ id }) => {
    const collection = id.split("/")[3] as CollectionPath;
    return data[collection].filter((one) => one.id === id);
  });
}

function ordered(data: SportData, resources: StoredResource[], query: URLSearchParams): StoredResource[] {
  const orders = [...query].flatMap(([name, direction]) => {
    const [, property] = /^order\[([\w.]+)\]$/.exec(name) ?? [];
    return property ? [{ property, sign: direction.toLowerCase() === "desc" ? -1 : 1 }] : [];
  });
  return resources.toSorted((a, b) => {
    for (const { property, sign } of orders) {
      const [left, right] = [String(propertyOf(data, a, property)), String(propertyOf(data, b, property))];
      if (left !== right) return left < right ? -sign : sign;
    }
    return 0;
  });
}

function included(
  data: SportData,
  shown: readonly StoredResource[],
  relations: readonly string[],
): StoredResource[] {
  return [
    ...new Set(
      shown.flatMap((resource) => relations.flatMap((relation) => related(data, resource, relation))),
    ),
  ];
}

function sparse(resource: StoredResource, query: URLSearchParams): StoredResource {
  const fields = query.get(`fields[${resource.type}]`)?.split(",") ?? query.getAll("properties[]");
  if (fields.length === 0) return resource;
  const attributes = Object.entries(resource.attributes).filter(([name]) => fields.includes(name));
  return { ...resource, attributes: Object.fromEntries(attributes) };
}
