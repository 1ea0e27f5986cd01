import type { Catalog } from "../../contests/catalog/catalog.ts";
import { jsonApi, type Outgoing } from "./exchange.ts";
import type { HandlerLimits } from "./handler-limits.ts";
import type { Metrics } from "./metrics.ts";
import type { JsonObject } from "./openapi/schemas.ts";
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
  let description: Promise<JsonObject> | undefined;
  let openApi: Promise<Buffer> | undefined;
  let html: Promise<Buffer> | undefined;
  const describe = async () => {
    const { openApiDocument } = await import("./openapi/document.ts");
    return openApiDocument(catalog, sports, limits, prefix);
  };
  const described = () => (description ??= describe());
  return {
    health: async () => jsonApi(200, { meta: { status: "alive" } }),
    ready: async () => readiness(parts),
    metrics: async () => {
      const { type, text } = await parts.metrics.scrape();
      return { status: 200, headers: { "content-type": type, "cache-control": "no-store" }, body: text };
    },
    "openapi.json": async () => {
      openApi ??= described().then((document) => Buffer.from(JSON.stringify(document)));
      return page("application/json", await openApi);
    },
    docs: async () => {
      html ??= described().then(async (document) => {
        const { documentationPage } = await import("./openapi/page.ts");
        return Buffer.from(documentationPage(document));
      });
      return page("text/html; charset=utf-8", await html, { "content-security-policy": PAGE_POLICY });
    },
  };
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
