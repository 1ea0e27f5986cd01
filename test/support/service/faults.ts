import type { ServerResponse } from "node:http";

/**
 * A failure in place of the right answer (`held`: before it): an error status, half a body and a cut socket,
 * text that is not JSON, a document that violates the schema, no answer, a custom answer.
 */
export type Fault =
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: string; readonly body?: string }
  | { readonly kind: "cut" }
  | { readonly kind: "text"; readonly text?: string }
  | { readonly kind: "schema"; readonly attribute?: string; readonly value?: unknown }
  | { readonly kind: "hang" }
  | { readonly kind: "held"; readonly until: Promise<void> }
  | { readonly kind: "replace"; readonly edit: (document: Document) => unknown };

/** A document that a fault may change. */
export interface Document {
  links: Record<string, unknown>;
  meta: Record<string, unknown>;
  data: { attributes: Record<string, unknown> }[];
  included?: unknown[];
}

/** Answers with the fault; some faults are based on the right document. */
export async function answerWithFault(
  fault: Fault,
  response: ServerResponse,
  document: Document,
): Promise<void> {
  switch (fault.kind) {
    case "status":
      response.writeHead(
        fault.status,
        fault.retryAfter === undefined ? {} : { "Retry-After": fault.retryAfter },
      );
      response.end(fault.body ?? "");
      return;
    case "cut": {
      const text = JSON.stringify(document);
      response.writeHead(200, { "Content-Type": "application/vnd.api+json", "Content-Length": text.length });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
      return;
    }
    case "text":
      response
        .writeHead(200, { "Content-Type": "text/html" })
        .end(fault.text ?? "<html>down for maintenance</html>");
      return;
    case "schema": {
      const copy = structuredClone(document);
      const first = copy.data[0];
      if (first) first.attributes[fault.attribute ?? "bookAPoints"] = fault.value ?? "many";
      sendDocument(response, copy);
      return;
    }
    case "hang":
      return;
    case "held":
      await fault.until;
      sendDocument(response, document);
      return;
    case "replace":
      sendDocument(response, fault.edit(structuredClone(document)));
  }
}

/** Answers with a document. */
export function sendDocument(response: ServerResponse, document: unknown): void {
  if (response.destroyed) return;
  response.writeHead(200, { "Content-Type": "application/vnd.api+json" }).end(JSON.stringify(document));
}
