import { escapeHtml } from "../../shared/escape-html.ts";

/** HTML that is safe to stand in a page: only `html` and what draws charts make it. */
export interface Html {
  readonly markup: string;
}

/** What may stand in a template: text is escaped. */
export type Content = string | number | Html | readonly Html[];

/** A template whose own text is HTML and whose values are escaped, unless they are HTML already. */
export function html(texts: TemplateStringsArray, ...values: readonly Content[]): Html {
  const markup = texts.map((text, index) => text + markupOf(values[index] ?? "")).join("");
  return { markup };
}

/** Nothing. */
export const NOTHING: Html = { markup: "" };

function markupOf(value: Content): string {
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  if ("markup" in value) return value.markup;
  return value.map(({ markup }) => markup).join("\n");
}
