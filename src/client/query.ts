import type * as z from "zod";
import type { ReadOnly } from "../schema/read-only.ts";
import type { Resource } from "../schema/resource.ts";
import type { COLLECTIONS, CollectionName, RESOURCE_SCHEMAS } from "./collections.ts";

type Table = typeof COLLECTIONS;
type FilterOf<Name extends CollectionName> = keyof Table[Name]["filters"];
type DateOf<Name extends CollectionName> = keyof Table[Name]["dates"];
type OrderOf<Name extends CollectionName> = Table[Name]["orders"][number];
type IncludeOf<Name extends CollectionName> = Table[Name]["includes"][number];

/** An instant in UTC: a `Date`, `yyyy-mm-dd`, an ISO 8601 date and time, or `now`. */
export type Instant = Date | string;

/** A range of dates. `after` and `before` include the instant itself, the strict ones do not. */
export interface DateRange {
  readonly after?: Instant;
  readonly before?: Instant;
  readonly strictly_after?: Instant;
  readonly strictly_before?: Instant;
}

/** The direction of an order. */
export type Direction = "asc" | "desc";

/** What can be asked of a collection; the names are the interface's parameter names. */
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
  /** Only this page, from 1; all pages where absent. */
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
