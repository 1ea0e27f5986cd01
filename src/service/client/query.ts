import type * as z from "zod";
import type { ReadOnly } from "../../shared/schema/fields.ts";
import type { openResourceSchema, Resource } from "../../shared/schema/resources.ts";
import type { COLLECTIONS, CollectionName, RESOURCE_SCHEMAS } from "./collections.ts";

type Table = typeof COLLECTIONS;
type FilterOf<Name extends CollectionName> = keyof Table[Name]["filters"];
type DateOf<Name extends CollectionName> = keyof Table[Name]["dates"];
type OrderOf<Name extends CollectionName> = Table[Name]["orders"][number];
type IncludeOf<Name extends CollectionName> = Table[Name]["includes"][number];

/** An instant in UTC: a `Date`, `yyyy-mm-dd`, an ISO 8601 date and time, or `now`. */
export type Instant = Date | string;

/** A range of dates. `after` and `before` include the instant itself; the strict ones do not. */
export interface DateRange {
  readonly after?: Instant;
  readonly before?: Instant;
  readonly strictly_after?: Instant;
  readonly strictly_before?: Instant;
}

/** The direction of an order. */
export type Direction = "asc" | "desc";

/** A query of a collection; the names are the service's parameter names. */
export type CollectionQuery<Name extends CollectionName> = {
  readonly [Filter in FilterOf<Name>]?: string;
} & {
  readonly [Property in DateOf<Name>]?: DateRange;
} & {
  /** Later properties break the ties of earlier ones. */
  readonly order?: { readonly [Property in OrderOf<Name>]?: Direction };
  /** Related entities to add to `included`. */
  readonly include?: readonly IncludeOf<Name>[];
  /** Entries per page; the service's default is 30. */
  readonly count?: number;
  /** Only this page, from 1; all pages by default. */
  readonly page?: number;
  /** Attributes to return, by resource type or, for included entities, by relation name. */
  readonly fields?: { readonly [Type in Table[Name]["type"] | IncludeOf<Name>]?: readonly string[] };
  /** Attributes to return of the queried type. */
  readonly properties?: readonly string[];
};

/** A query for whole resources. */
export type WholeQuery<Name extends CollectionName> = CollectionQuery<Name> & {
  readonly fields?: never;
  readonly properties?: never;
};

/** A query that restricts the attributes returned, so that any of them may be missing. */
export type SparseQuery<Name extends CollectionName> = CollectionQuery<Name> &
  (Required<Pick<CollectionQuery<Name>, "fields">> | Required<Pick<CollectionQuery<Name>, "properties">>);

/** One entry of a collection. */
export type ResourceOf<Name extends CollectionName> = ReadOnly<z.output<(typeof RESOURCE_SCHEMAS)[Name]>>;

/** One entry of a sparse reading: any attribute may be missing. */
export type SparseResource = Pick<Resource, "id" | "attributes" | "relationships"> & {
  readonly type?: string;
};

/** Any entity; the service defines its content. A summary has no id. */
export type OpenResource = ReadOnly<z.output<typeof openResourceSchema>>;

/** Lists whose entries have the type of a collection, by path. */
type LikeCollection<Path extends string> = Path extends
  | `events/${string}/performances`
  | "performances/diamonds"
  | "performances/hottest"
  ? "performances"
  : never;

/** The collection whose type the entries of a path have; never for an untyped list. */
type NameAt<Path extends string> =
  | LikeCollection<Path>
  | { [Name in CollectionName]: Path extends Table[Name]["path"] ? Name : never }[CollectionName];

/** The lists of the service, by the path after `/{sport}/v2/`. Any other path is accepted too. */
export type ListPath =
  | Table[CollectionName]["path"]
  | "conferences"
  | "divisions"
  | `events/${string}/performances`
  | "injury_impacts"
  | "leagues"
  | `markets/events/${string}/performances`
  | "performances/diamonds"
  | "performances/hottest"
  | "ranks"
  | "rounds"
  | "seasonal_performances"
  | "series_simulations"
  | "simulations"
  | `summaries/performances/period/${string}/${string}`
  | `summaries/performances/pregame/${string}`
  | "tournaments"
  | "win_losses";

/** One entry of the list at a path. */
export type ResourceAt<Path extends string> = [NameAt<Path>] extends [never]
  ? OpenResource
  : ResourceOf<NameAt<Path>>;

/** A query of the list at a path. */
export type QueryAt<Path extends string> = [NameAt<Path>] extends [never]
  ? OpenQuery
  : WholeQuery<NameAt<Path>>;

/**
 * A query whose parameters only the service knows: any filter, as text, number, boolean or range of dates.
 */
export type OpenQuery = {
  readonly order?: Readonly<Record<string, Direction>>;
  readonly include?: readonly string[];
  /** Entries per page; the service's default is 30. */
  readonly count?: number;
  /** Only this page, from 1; all pages by default. */
  readonly page?: number;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly properties?: readonly string[];
} & {
  readonly [filter: string]:
    | string
    | number
    | boolean
    | DateRange
    | readonly string[]
    | Readonly<Record<string, Direction>>
    | Readonly<Record<string, readonly string[]>>
    | undefined;
};

/** The entity of a type; unknown types are open. */
export type EntityOf<Type extends string> = {
  [Name in CollectionName]: Type extends Table[Name]["type" | "path"] ? Name : never;
}[CollectionName] extends infer Name extends CollectionName
  ? [Name] extends [never]
    ? OpenResource
    : ResourceOf<Name>
  : OpenResource;

/** A query of one entity. */
export type EntityQuery = {
  /** Related entities to add to `included`. */
  readonly include?: readonly string[];
  /** Attributes to return, by resource type or, for included entities, by relation name. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Attributes of the entity to return. */
  readonly properties?: readonly string[];
};
