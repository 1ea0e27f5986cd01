import { deepFreeze } from "../deep-freeze.ts";
import { guidOfId } from "./guid.ts";
import { parseInput } from "./parse.ts";
import {
  type FantasyPerformance,
  type FantasyPerformanceDocument,
  fantasyPerformanceDocumentSchema,
} from "./performances.ts";
import type { Resource } from "./resource.ts";

/** Documents that this file parsed and deeply froze, so that they need no second parse. */
const checked = new WeakSet<object>();

/**
 * Parses and freezes a projections document that many requests share, including parts of `value`. The
 * optimizer accepts the result without parsing it again. A document that is already checked is returned
 * unchanged.
 * @throws InvalidRequestError whose source is the parameter `projections`.
 */
export function checkProjections(value: unknown): FantasyPerformanceDocument {
  if (isChecked(value)) return value;
  return admit(parseInput(fantasyPerformanceDocumentSchema, value, { parameter: "projections" }));
}

/** Whether `checkProjections` or `joinProjections` returned this object. */
export function isChecked(value: unknown): value is FantasyPerformanceDocument {
  return typeof value === "object" && value !== null && checked.has(value);
}

/** Joins checked documents into one; a related resource that several of them include appears once. */
export function joinProjections(parts: readonly FantasyPerformanceDocument[]): FantasyPerformanceDocument {
  const included = new Map<string, Resource>();
  for (const part of parts) {
    for (const resource of part.included ?? []) included.set(`${resource.type} ${resource.id}`, resource);
  }
  return admit({
    data: parts.flatMap((part) => checkProjections(part).data),
    included: [...included.values()],
  });
}

/** Splits a document by event (game) GUID; projections without an event are left out. */
export function splitByEvent(document: FantasyPerformanceDocument): Map<string, FantasyPerformanceDocument> {
  const whole = checkProjections(document);
  const entries = new Map<string, FantasyPerformance[]>();
  for (const entry of whole.data) {
    const event = guidOfId(entry.relationships.event?.data?.id ?? "");
    if (event === null) continue;
    const siblings = entries.get(event);
    if (siblings) siblings.push(entry);
    else entries.set(event, [entry]);
  }
  const included = whole.included ?? [];
  return new Map([...entries].map(([event, data]) => [event, admit({ data, included })]));
}

function admit(document: FantasyPerformanceDocument): FantasyPerformanceDocument {
  deepFreeze(document);
  checked.add(document);
  return document;
}
