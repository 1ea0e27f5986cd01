/** The schema library, in a form that bundlers can tree-shake, with messages of our own. */

import {
  describe,
  int,
  maximum,
  maxLength,
  minimum,
  minLength,
  number,
  optional as optionalOf,
  safeParse as parseWithin,
  string,
  ZodMiniArray,
  type ZodMiniNumber,
  type ZodMiniOptional,
  type ZodMiniString,
  type ZodMiniType,
} from "zod/mini";
import {
  $constructor,
  $ZodAsyncError,
  type $ZodIssue,
  type $ZodType,
  type output,
  type ParseContext,
  type util,
} from "zod/v4/core";
import { wordsOf } from "./issue-words.ts";

export * from "zod/mini";

/** Setting the messages in zod's configuration would change those of other libraries. */
export function safeParse<Schema extends $ZodType>(
  schema: Schema,
  value: unknown,
  context: ParseContext<$ZodIssue> = {},
): util.SafeParseResult<output<Schema>> {
  const error: typeof context.error = (issue) => context.error?.(issue) ?? wordsOf(issue);
  return parseWithin(schema, value, { ...context, error });
}

export const LISTED_ISSUES = 20;

/** An array schema that stops once it has more issues than an error lists: a list may have 10,000 faults. */
const BoundedArray = $constructor<ZodMiniArray>("BoundedArray", (list, definition) => {
  ZodMiniArray.init(list, definition);
  const { parse } = list._zod;
  list._zod.parse = (payload, context) => {
    const { value: items } = payload;
    if (!Array.isArray(items)) return parse(payload, context);
    const read: unknown[] = [];
    payload.value = read;
    for (const [index, value] of items.entries()) {
      const result = definition.element._zod.run({ value, issues: [] }, context);
      if (result instanceof Promise) throw new $ZodAsyncError();
      for (const issue of result.issues)
        payload.issues.push({ ...issue, path: [index, ...(issue.path ?? [])] });
      if (payload.issues.length > LISTED_ISSUES) break;
      read.push(result.value);
    }
    return payload;
  };
});

/**
 * A list of at least and at most so many elements, with synchronous checks; stops when it has more than
 * `LISTED_ISSUES` issues.
 */
export function array<Element extends $ZodType>(
  element: Element,
  least = 0,
  most?: number,
): ZodMiniArray<Element> {
  const list = new BoundedArray({ type: "array", element }) as ZodMiniArray<$ZodType>;
  const bounds = [
    ...(least === 0 ? [] : [minLength(least)]),
    ...(most === undefined ? [] : [maxLength(most)]),
  ];
  return list.check(...bounds) as ZodMiniArray<Element>;
}

export function described<Schema extends ZodMiniType>(schema: Schema, words: string): Schema {
  return schema.check(describe(words));
}

export function optional<Schema extends $ZodType>(schema: Schema, words?: string): ZodMiniOptional<Schema> {
  const field = optionalOf(schema);
  return words === undefined ? field : described(field, words);
}

export function whole(least: number, most: number, words?: string) {
  return inRange(int(), least, most, words);
}

export function between(least: number, most: number, words?: string) {
  return inRange(number(), least, most, words);
}

function inRange<Schema extends ZodMiniNumber>(schema: Schema, least: number, most: number, words?: string) {
  const bounds = [minimum(least), maximum(most)];
  return schema.check(...bounds, ...(words === undefined ? [] : [describe(words)]));
}

export function text(most?: number): ZodMiniString<string> {
  return string().check(minLength(1), ...(most === undefined ? [] : [maxLength(most)]));
}
