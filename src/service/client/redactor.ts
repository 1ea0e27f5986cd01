export interface Redactor {
  /** The text without the key: `api_key` parameters are cut, other occurrences replaced. */
  text(text: string): string;
  json(value: unknown): unknown;
  finds(text: string): boolean;
}

const REPLACEMENT = "[key]";

/** Shorter keys are removed only from queries: they are no secrets, and would match other data by chance. */
const SHORTEST_SECRET = 6;

const PARAMETER = /([?&])api_key=[^&#\s"'<>]*(&?)/gi;

export function createRedactor(apiKey: string): Redactor {
  const key = apiKey.length < SHORTEST_SECRET ? null : keyPattern(apiKey);

  function text(value: string): string {
    // The key first: unencoded, it may contain an ampersand, which would seem to end the parameter.
    const clean = key === null ? value : value.replaceAll(key, REPLACEMENT);
    return clean.includes("=")
      ? clean.replaceAll(PARAMETER, (_, start, more) => (more === "" ? "" : start))
      : clean;
  }

  function json(value: unknown): unknown {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) value[index] = json(value[index]);
    } else if (typeof value === "object" && value !== null) {
      const fields = value as Record<string, unknown>;
      for (const name of Object.keys(fields)) {
        const clean = text(name);
        const field = json(fields[name]);
        if (clean === name && field === fields[name]) continue;
        if (clean !== name) delete fields[name];
        // Defined, not assigned: `__proto__` is an ordinary name in JSON.
        Object.defineProperty(fields, clean, {
          value: field,
          configurable: true,
          enumerable: true,
          writable: true,
        });
      }
    }
    return value;
  }

  return { text, json, finds: (value) => text(value) !== value };
}

function keyPattern(apiKey: string): RegExp {
  const spellings = new Set([
    apiKey,
    encodeURIComponent(apiKey),
    encodeURI(apiKey),
    new URLSearchParams({ k: apiKey }).toString().slice(2),
    JSON.stringify(apiKey).slice(1, -1),
  ]);
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((spelling) => spelling.replaceAll(/[^\w\s]/g, "\\$&")).join("|"), "gi");
}

const DEEPEST_CAUSE = 5;

/** A copy of an error without the key: errors of `fetch` may contain the URL, and so the key, anywhere. */
export function redactError(error: unknown, redactor: Redactor, depth = 0): Error {
  if (!(error instanceof Error)) return new Error(redactor.text(String(error)));
  const inner = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  const copy = new Error(
    redactor.text(error.message),
    inner === undefined || depth >= DEEPEST_CAUSE
      ? undefined
      : { cause: redactError(inner, redactor, depth + 1) },
  );
  copy.name = redactor.text(error.name);
  copy.stack = redactor.text(error.stack ?? "");
  const code = "code" in error && typeof error.code === "string" ? { code: redactor.text(error.code) } : {};
  return Object.assign(copy, code);
}
