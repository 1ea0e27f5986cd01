import { MIMEType } from "node:util";
import { RefusedError } from "../answer-error.ts";
import { type Incoming, JSON_API } from "../exchange.ts";

const JSON_TYPE = "application/json";

/** Checks the body's type: JSON in UTF-8, or JSON:API with at most a profile. @throws RefusedError (415) */
export function checkMediaType(call: Incoming): void {
  const announced = mediaType(call.header("content-type") ?? "");
  if (announced === null || !isReadable(announced)) {
    throw new RefusedError(
      "unsupported-media-type",
      `The body must be JSON. Send it with Content-Type: ${JSON_TYPE}; charset=utf-8, or ${JSON_API} without parameters.`,
    );
  }
  const encoding = call.header("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") {
    throw new RefusedError(
      "unsupported-media-type",
      "The body must not be compressed. Send it without Content-Encoding.",
      { headers: { "accept-encoding": "identity" } },
    );
  }
}

/**
 * Checks that the caller accepts JSON:API answers. The most specific matching range in the header decides,
 * and refuses with `q=0`. Ranges of JSON:API with parameters other than a profile do not match; a header with
 * such a range and no matching one is refused. A header without any range for JSON:API is accepted.
 * @throws RefusedError (406)
 */
export function checkAccept(call: Incoming): void {
  const header = call.header("accept");
  if (header === null) return;
  const ranges = (header.match(LIST_ELEMENT) ?? []).flatMap((text) => mediaType(text) ?? []);
  const named = ranges.filter(({ essence }) => essence === JSON_API);
  // The most specific range decides.
  const decisive = [
    named.filter(isBare),
    ...WILDCARDS.map((essence) => ranges.filter((range) => range.essence === essence)),
  ].find((found) => found.length > 0);
  if (decisive === undefined ? named.length === 0 : decisive.some((range) => weightOf(range) > 0)) return;
  throw new RefusedError(
    "not-acceptable",
    `The request's Accept header excludes the answer's type, ${JSON_API}. Add this type without parameters to the header, or leave the header out.`,
  );
}

/** Whether the caller accepts a content coding, such as `gzip`. */
export function acceptsCoding(call: Incoming, coding: string): boolean {
  const weights = new Map(
    (call.header("accept-encoding") ?? "").split(",").map((part): [string, number] => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith("q="));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  return (weights.get(coding) ?? weights.get("*") ?? 0) > 0;
}

/** An element of the list in an `Accept` header; commas inside quotes belong to the element. */
const LIST_ELEMENT = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g;

function mediaType(text: string): MIMEType | null {
  try {
    return new MIMEType(text.trim());
  } catch {
    return null;
  }
}

function isReadable(type: MIMEType): boolean {
  if (type.essence === JSON_API) return isBare(type);
  if (type.essence !== JSON_TYPE) return false;
  return [...type.params].every(([name, value]) => name === "charset" && value.toLowerCase() === "utf-8");
}

/** Whether a range has no parameters but `profile`; `q` belongs to the list, not to the type. */
function isBare(type: MIMEType): boolean {
  return [...type.params.keys()].every((name) => name === "profile" || name === "q");
}

/** Ranges that include the answer's type without naming it, the narrower one first. */
const WILDCARDS = ["application/*", "*/*"] as const;

/** The caller's preference for a range; 0 excludes it. */
function weightOf({ params }: MIMEType): number {
  const weight = Number(params.get("q") ?? 1);
  return Number.isNaN(weight) ? 1 : weight;
}
