import type { Catalog } from "../../contests/catalog/catalog.ts";
import { jsonApi, type Outgoing } from "./exchange.ts";
import type { HandlerLimits } from "./handler-limits.ts";
import type { Metrics } from "./metrics.ts";
import type { ProjectionSource } from "./projections/source.ts";
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

/** A content security policy for pages that load and run nothing. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const NOT_READY = { "retry-after": "2" };

/** The pages other than the optimizer; constant ones are rendered and encoded once. */
export function createPages(parts: Parts): Record<Page, () => Promise<Outgoing>> {
  const { catalog, sports, limits, prefix } = parts;
  const described = once(async () => {
    const { openApiDocument } = await import("./openapi/document.ts");
    return openApiDocument(catalog, sports, limits, prefix);
  });
  const openApi = once(async () => Buffer.from(JSON.stringify(await described())));
  const html = once(async () => {
    const { documentationPage } = await import("./openapi/page.ts");
    return Buffer.from(documentationPage(await described()));
  });
  return {
    health: async () => jsonApi(200, { meta: { status: "alive" } }),
    ready: async () => readiness(parts),
    metrics: async () => {
      const { type, text } = await parts.metrics.scrape();
      return { status: 200, headers: { "content-type": type, "cache-control": "no-store" }, body: text };
    },
    "openapi.json": async () => page("application/json", await openApi()),
    docs: async () =>
      page("text/html; charset=utf-8", await html(), { "content-security-policy": PAGE_POLICY }),
  };
}

/** A function that runs `make` on the first call and returns the same promise on all. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

function readiness({ projections, isStopping }: Parts): Outgoing {
  const status = isStopping() ? "stopping" : projections.isReady() ? "ready" : "waiting for projections";
  return status === "ready"
    ? jsonApi(200, { meta: { status } })
    : jsonApi(503, { meta: { status } }, NOT_READY);
}

function page(type: string, body: Uint8Array, headers: Readonly<Record<string, string>> = {}): Outgoing {
  return {
    status: 200,
    headers: {
      "content-type": type,
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      ...headers,
    },
    body,
  };
}
