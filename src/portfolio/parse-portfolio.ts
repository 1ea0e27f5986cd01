import { InvalidRequestError, type RequestIssue } from "../errors.ts";
import { parseInput } from "../schema/parse.ts";
import { type Portfolio, portfolioSchema } from "../schema/portfolio.ts";
import { refuseProtoKeys } from "../schema/proto-keys.ts";
import * as z from "../schema/zod.ts";
import { pathOf } from "../shared/pointer-path.ts";
import { FIELD, type Lines, placeWords } from "./places.ts";

const requestPart = z.object({ [FIELD]: portfolioSchema });

/**
 * A description, checked against its schema, which it may name as `$schema`; `lines` are those of its file.
 * @throws InvalidRequestError with one issue per breach, whose pointers begin at the request's field `portfolio`.
 */
export function parsePortfolio(value: unknown, lines?: Lines): Portfolio {
  try {
    refuseProtoKeys(value, [FIELD]);
    return parseInput(requestPart, { [FIELD]: withoutSchema(value) })[FIELD] as Portfolio;
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const issues = error.issues.map((issue) => inWords(issue, lines));
    throw new InvalidRequestError(issues as [RequestIssue, ...RequestIssue[]]);
  }
}

/** A file may name its schema, for editors. */
function withoutSchema(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$schema" in value)) return value;
  const { $schema: _, ...description } = value;
  return description;
}

/** The place in words, before what is wrong there. */
function inWords(issue: RequestIssue, lines: Lines | undefined): RequestIssue {
  if (issue.source === undefined || !("pointer" in issue.source)) return issue;
  const { pointer } = issue.source;
  const [, ...path] = pathOf(pointer);
  const words = placeWords(path, lines);
  const rest = issue.detail.startsWith(pointer) ? issue.detail.slice(pointer.length) : `: ${issue.detail}`;
  return { ...issue, detail: `${words}${rest.replace("of the request", "of a portfolio's description")}` };
}
