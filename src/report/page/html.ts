import { escapeHtml } from "../../shared/escape-html.ts";

/** HTML that is safe to insert in a page; only `html` and the chart functions create it. */
export interface Html {
  readonly markup: string;
}

/** Values allowed in a template; text is escaped. */
export type Content = string | number | Html | readonly Html[];

/** A template tag: the literal text is HTML, and values are escaped unless they are `Html`. */
export function html(texts: TemplateStringsArray, ...values: readonly Content[]): Html {
  const markup = texts.map((text, index) => text + markupOf(values[index] ?? "")).join("");
  return { markup };
}

/** Empty HTML. */
export const NOTHING: Html = { markup: "" };

function markupOf(value: Content): string {
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  if ("markup" in value) return value.markup;
  return value.map(({ markup }) => markup).join("\n");
}
