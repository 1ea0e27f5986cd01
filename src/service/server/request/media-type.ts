import { MIMEType } from "node:util";
import { RefusedError } from "../answer-error.ts";
import { type Incoming, JSON_API } from "../exchange.ts";

const JSON_TYPE = "application/json";

/**
 * What the body is announced as: JSON in UTF-8, or a JSON:API document, which takes no parameter but a profile.
 * @throws RefusedError (415)
 */
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
 * Whether the caller takes the answer's media type. As JSON:API has it, a header that names that type only with
 * parameters it does not have here (extensions, or anything but a profile) is refused; so is one that rules it out with
 * `q=0`. A header that does not speak of it at all is no refusal.
 * @throws RefusedError (406)
 */
export function checkAccept(call: Incoming): void {
  const header = call.header("accept");
  if (header === null) return;
  const ranges = (header.match(RANGE) ?? []).flatMap((text) => mediaType(text) ?? []);
  const named = ranges.filter(({ essence }) => essence === JSON_API);
  // The range that says most of the type decides.
  const decisive = [
    named.filter(isBare),
    ...ANY.map((essence) => ranges.filter((range) => range.essence === essence)),
  ].find((found) => found.length > 0);
  if (decisive === undefined ? named.length === 0 : decisive.some((range) => weightOf(range) > 0)) return;
  throw new RefusedError(
    "not-acceptable",
    `The answer is ${JSON_API} without extensions. Accept it without parameters other than profile, and not with q=0.`,
  );
}

/** Whether the caller takes an answer in a content coding, such as `gzip`. */
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

/** An element of the header's list: commas within quotes belong to it. */
const RANGE = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g;

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

/** The parameter `q` of a header's list is not the type's. */
function isBare(type: MIMEType): boolean {
  return [...type.params.keys()].every((name) => name === "profile" || name === "q");
}

/** The ranges that include the answer's type without naming it, the narrower one first. */
const ANY = ["application/*", "*/*"] as const;

/** How much the caller wants a range; 0 rules it out. */
function weightOf({ params }: MIMEType): number {
  const weight = Number(params.get("q") ?? 1);
  return Number.isNaN(weight) ? 1 : weight;
}
