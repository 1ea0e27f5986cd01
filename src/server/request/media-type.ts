import type { Incoming } from "../exchange.ts";
import { RefusedError } from "../refusal.ts";

const JSON_TYPE = /^application\/(?:vnd\.api\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;

/** @throws RefusedError (415) unless the body is announced as JSON in UTF-8, not compressed. */
export function checkMediaType(call: Incoming): void {
  const type = call.header("content-type");
  if (type === null || !JSON_TYPE.test(type.trim())) {
    throw new RefusedError(
      "unsupported-media-type",
      "The body must be JSON. Send it with Content-Type: application/json; charset=utf-8.",
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
