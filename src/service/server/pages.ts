import type { Catalog } from "../../contests/catalog/catalog.ts";
import { jsonApi, type Outgoing } from "./exchange.ts";
import type { HandlerLimits } from "./handler-limits.ts";
import type { Metrics } from "./metrics.ts";
import type { ProjectionSource } from "./projections.ts";
import type { Page } from "./routes.ts";

interface Parts {
  readonly catalog: Catalog;
  readonly sports: readonly string[];
  readonly limits: HandlerLimits;
  readonly prefix: string;
  readonly metrics: Metrics;
  readonly projections: ProjectionSource;
  readonly isStopping: () => boolean;
}

const NO_SNIFFING = { "x-content-type-options": "nosniff" };
const NOT_READY = { "retry-after": "2" };

/** The pages other than the optimizer; the OpenAPI document is rendered and encoded once. */
export function createPages(parts: Parts): Record<Page, () => Promise<Outgoing>> {
  const { catalog, sports, limits, prefix } = parts;
  let described: Promise<Uint8Array> | undefined;
  const describe = async () => {
    const { openApiDocument } = await import("./openapi.ts");
    return Buffer.from(JSON.stringify(await openApiDocument(catalog, sports, limits, prefix)));
  };
  return {
    health: async () => jsonApi(200, { meta: { status: "alive" } }),
    ready: async () => readiness(parts),
    metrics: async () => {
      const { type, text } = await parts.metrics.scrape();
      return { status: 200, headers: { "content-type": type, "cache-control": "no-store" }, body: text };
    },
    "openapi.json": async () => {
      described ??= describe();
      const headers = { "content-type": "application/json", "cache-control": "no-cache", ...NO_SNIFFING };
      return { status: 200, headers, body: await described };
    },
  };
}

function readiness({ projections, isStopping }: Parts): Outgoing {
  const status = isStopping() ? "stopping" : projections.isReady() ? "ready" : "waiting for projections";
  return status === "ready"
    ? jsonApi(200, { meta: { status } })
    : jsonApi(503, { meta: { status } }, NOT_READY);
}
