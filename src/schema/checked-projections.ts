import { deepFreeze } from "../shared/deep-freeze.ts";
import { guidOfId } from "./guid.ts";
import { parseInput } from "./parse.ts";
import {
  type FantasyPerformance,
  type FantasyPerformanceDocument,
  fantasyPerformanceDocumentSchema,
} from "./performances.ts";
import type { Resource } from "./resource.ts";

/** Documents that came out of this file: parsed, frozen through and through, so never to be parsed again. */
const checked = new WeakSet<object>();

/**
 * A projections document that many requests will share: parsed once and frozen, parts of `value` with it. The optimizer
 * takes it as it is. The same object comes back for a document that is checked already.
 * @throws InvalidRequestError whose source is the parameter `projections`.
 */
export function checkProjections(value: unknown): FantasyPerformanceDocument {
  if (isChecked(value)) return value;
  return admit(parseInput(fantasyPerformanceDocumentSchema, value, { parameter: "projections" }));
}

/** Whether `checkProjections` or `joinProjections` made this very object. */
export function isChecked(value: unknown): value is FantasyPerformanceDocument {
  return typeof value === "object" && value !== null && checked.has(value);
}

/** One checked document of the entries of several; a related resource that several include comes once. */
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

/** A checked document for each event (game) by its GUID; entries that name no event are left out. */
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
