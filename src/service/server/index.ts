/** The optimizer as an HTTP service. */

export type { Authenticate, RequestHead } from "./authenticate.ts";
export { createApiKey, hashApiKey } from "./authenticate.ts";
export type { RateLimiters, ServerCache } from "./cache.ts";
export { openCache } from "./cache.ts";
export type { Incoming, Outgoing } from "./exchange.ts";
export {
  createOptimizerHandler,
  type Logger,
  type OptimizerHandler,
  type OptimizerHandlerOptions,
} from "./handler.ts";
export type { HandlerLimits } from "./handler-limits.ts";
export {
  type CacheCounts,
  documentProjections,
  type ProjectionClient,
  type ProjectionSource,
  type Projections,
  type ReadControl,
  type ServiceProjectionsOptions,
  serviceProjections,
} from "./projections.ts";
