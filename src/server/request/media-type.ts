import { MIMEType } from "node:util";
import { type Incoming, JSON_API } from "../exchange.ts";
import { RefusedError } from "../refusal.ts";

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
 * parameters it does not have here (extensions, or anything but a profile) is refused.
 * @throws RefusedError (406)
 */
export function checkAccept(call: Incoming): void {
  const header = call.header("accept");
  if (header === null) return;
  const ranges = header.match(RANGE)?.map(mediaType) ?? [];
  const named = ranges.filter((range) => range?.essence === JSON_API);
  const isTaken = (range: MIMEType | null) =>
    range !== null && (named.includes(range) ? isBare(range) : isAny(range));
  if (named.length === 0 || ranges.some(isTaken)) return;
  throw new RefusedError(
    "not-acceptable",
    `The answer is ${JSON_API} without extensions. Accept it without parameters other than profile.`,
  );
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

function isAny({ essence }: MIMEType): boolean {
  return essence === "*/*" || essence === "application/*";
}
