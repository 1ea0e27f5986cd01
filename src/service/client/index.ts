export type { Clock } from "../../shared/clock.ts";
export {
  type CollectionReader,
  createServiceClient,
  type InjuryChange,
  type InjuryQuestion,
  type InjuryTeam,
  type ServiceClient,
  type ServiceStatistics,
} from "./client.ts";
export type { CollectionName } from "./collections.ts";
export type { ServiceCache, ServiceClientOptions, ServiceLimits, ServiceWarning } from "./options.ts";
export type { CollectionDocument } from "./paging.ts";
export type {
  CollectionQuery,
  DateRange,
  Direction,
  EntityOf,
  EntityQuery,
  Instant,
  ListPath,
  OpenQuery,
  OpenResource,
  QueryAt,
  ResourceAt,
  ResourceOf,
  SparseQuery,
  SparseResource,
  WholeQuery,
} from "./query.ts";
export type {
  EntityDocument,
  EntityReading,
  EntitySnapshot,
  Reading,
  ReadOptions,
  Snapshot,
} from "./reading.ts";
export * from "./service-error.ts";
