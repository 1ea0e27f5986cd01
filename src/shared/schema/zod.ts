/** The schema library, in a form that bundlers can tree-shake, with messages of our own. */

import { safeParse as parseWithin, ZodMiniArray } from "zod/mini";
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

/** Like zod's own, with our messages; as zod's configuration they would change other libraries' messages. */
export function safeParse<Schema extends $ZodType>(
  schema: Schema,
  value: unknown,
  context: ParseContext<$ZodIssue> = {},
): util.SafeParseResult<output<Schema>> {
  const error: typeof context.error = (issue) => context.error?.(issue) ?? wordsOf(issue);
  return parseWithin(schema, value, { ...context, error });
}

/** The most issues that an error lists. */
export const LISTED_ISSUES = 20;

/** A list that stops one issue after those that an error lists: a hostile list may have 10,000 faults. */
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

/** Like zod's own `array`, for elements with synchronous checks; stops after the first issues. */
export function array<Element extends $ZodType>(element: Element): ZodMiniArray<Element> {
  return new BoundedArray({
    type: "array",
    element,
  }) as ZodMiniArray<$ZodType> as ZodMiniArray<Element>;
}
