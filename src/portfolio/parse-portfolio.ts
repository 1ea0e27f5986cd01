import { InvalidRequestError, type RequestIssue } from "../shared/errors.ts";
import { pathOf } from "../shared/pointer.ts";
import { fieldRemedy } from "../shared/schema/fields.ts";
import { parseInput, refuseProtoKeys } from "../shared/schema/parse.ts";
import { type Portfolio, portfolioSchema } from "../shared/schema/portfolio.ts";
import * as z from "../shared/schema/zod.ts";
import { percentText } from "../shared/words.ts";
import { FIELD, type Lines, placeWords } from "./places.ts";

const requestPart = z.object({ [FIELD]: portfolioSchema });

/**
 * Validates a portfolio's description against its schema; it may have a `$schema` field. `lines` are the
 * lines of its file.
 * @throws InvalidRequestError with one issue per error, whose pointers begin at the request's field
 * `portfolio`.
 */
export function parsePortfolio(value: unknown, lines?: Lines): Portfolio {
  try {
    refuseProtoKeys(value, [FIELD]);
    return parseInput(requestPart, { [FIELD]: withoutSchema(value) })[FIELD] as Portfolio;
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const remedies = remediesOf({ [FIELD]: withoutSchema(value) });
    const issues = error.issues.map((issue) => inWords(issue, remedies, lines, value));
    throw new InvalidRequestError(issues as [RequestIssue, ...RequestIssue[]]);
  }
}

function withoutSchema(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$schema" in value)) return value;
  const { $schema: _, ...description } = value;
  return description;
}

/** Returns a function from the pointer of an unknown field to its remedy, if there is one. */
function remediesOf(whole: object): (pointer: string) => string | undefined {
  const remedies = new Map<object, string>();
  const error = (issue: z.core.$ZodRawIssue) => {
    const remedy = fieldRemedy(issue);
    if (remedy !== null) remedies.set(issue.input as object, remedy);
    return remedy;
  };
  // Zod creates the messages when the issues are read.
  void z.safeParse(requestPart, whole, { error }).error?.issues;
  return (pointer) => {
    let part: unknown = whole;
    for (const key of pathOf(pointer).slice(0, -1)) part = (part as Record<string, unknown>)?.[key];
    return typeof part === "object" && part !== null ? remedies.get(part) : undefined;
  };
}

function inWords(
  issue: RequestIssue,
  remedyAt: (pointer: string) => string | undefined,
  lines: Lines | undefined,
  whole: unknown,
): RequestIssue {
  if (issue.source === undefined || !("pointer" in issue.source)) return issue;
  const { pointer } = issue.source;
  const [, ...path] = pathOf(pointer);
  const words = placeWords(path, lines);
  const rest = issue.detail.startsWith(pointer) ? issue.detail.slice(pointer.length) : `: ${issue.detail}`;
  const remedy = issue.code === "unknown-field" ? remedyAt(pointer) : undefined;
  const said = rest
    .replace("of the request", "of a portfolio's description")
    .replace(/Remove it\.$/, remedy ?? "$&");
  return { ...issue, detail: `${words}${said}${fractionHint(whole, path)}` };
}

function fractionHint(whole: unknown, path: readonly (string | number)[]): string {
  const [list, , field] = path;
  const isShare =
    ["exposure", "rules"].includes(String(list)) && ["share", "least", "most"].includes(String(field));
  if (!isShare || path.length > 3) return "";
  const value = Number(path.reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], whole));
  return value > 0 && value < 1 ? ` Write ${percentText(100 * value)} if you mean a percentage.` : "";
}
