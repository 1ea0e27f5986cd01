/**
 * The schema library, in the form that bundlers can shake, with English messages, which it lacks by default.
 */

import { en } from "zod/locales";
import { config, ZodMiniArray } from "zod/mini";
import { $constructor, $ZodAsyncError, type $ZodType } from "zod/v4/core";

export * from "zod/mini";

if (config().localeError === undefined) config(en());

/** How many issues an error lists; the first ones say enough. */
export const LISTED_ISSUES = 20;

/** A list that is read no further than to one issue more than an error lists: a hostile one has them by the 10,000. */
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

/** As zod's own, for elements that are checked at once; of the issues of a long list only the first are found. */
export function array<Element extends $ZodType>(element: Element): ZodMiniArray<Element> {
  return new BoundedArray({ type: "array", element }) as ZodMiniArray<$ZodType> as ZodMiniArray<Element>;
}
