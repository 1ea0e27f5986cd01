import type { Document, Node } from "yaml";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import { readPortfolio } from "./read-portfolio.ts";

export interface WritePortfolioOptions {
  /** An earlier text to edit: comments, order and style are kept where it is the same. */
  readonly text?: string | undefined;
  readonly file?: string | undefined;
}

/**
 * Writes a portfolio's description as YAML, which `readPortfolio` reads as the same description. With the
 * `text` that it was read from, comments stay with the rules that they are about, and a description that did
 * not change gives the same text.
 * @throws InvalidFileError for a `text` that is not valid YAML.
 */
export async function writePortfolio(
  portfolio: Portfolio,
  { text, file = "the text" }: WritePortfolioOptions = {},
): Promise<string> {
  const wanted = plain(portfolio);
  const yaml = await import("yaml");
  if (text === undefined || text.trim() === "") return yaml.stringify(wanted, STYLE);
  const { portfolio: old } = await readPortfolio(text, { file });
  if (isSame(old, wanted)) return text;
  const edited = async (expandAliases: boolean) => {
    const document = yaml.parseDocument(text);
    if (expandAliases) withoutAliases(document, yaml);
    document.contents = merged(document.contents, old, wanted, { document, yaml }) as never;
    const written = document.toString(STYLE);
    const { portfolio: again } = await readPortfolio(written, { file });
    return isSame(again, wanted) ? written : undefined;
  };
  // A change below an anchor would change its aliases too.
  return (await edited(false)) ?? (await edited(true)) ?? yaml.stringify(wanted, STYLE);
}

const STYLE = { lineWidth: 0, flowCollectionPadding: true } as const;

interface Writing {
  readonly document: Document;
  readonly yaml: typeof import("yaml");
}

/** Edits a YAML node from the value `old` to `value`; equal parts stay, with their comments. */
function merged(node: unknown, old: unknown, value: unknown, writing: Writing): unknown {
  const { document, yaml } = writing;
  if (isSame(old, value)) return node;
  if (yaml.isMap(node) && isRecord(old) && isRecord(value)) {
    const pairs = node.items as { key: unknown; value: unknown }[];
    const nameOf = ({ key }: (typeof pairs)[number]) => String(yaml.isScalar(key) ? key.value : key);
    const kept = pairs.filter((pair) => Object.hasOwn(value, nameOf(pair)));
    for (const pair of kept) pair.value = merged(pair.value, old[nameOf(pair)], value[nameOf(pair)], writing);
    const known = new Set(kept.map(nameOf));
    const added = Object.keys(value).filter((name) => !known.has(name));
    node.items = [...kept, ...added.map((name) => document.createPair(name, value[name]))] as never;
    return node;
  }
  if (yaml.isSeq(node) && Array.isArray(old) && Array.isArray(value)) {
    const items = node.items;
    node.items = partners(old, value).map((at, index) =>
      at === null
        ? document.createNode(value[index])
        : (merged(items[at], old[at], value[index], writing) as Node),
    );
    return node;
  }
  const fresh = document.createNode(value) as Node;
  if (yaml.isScalar(node) && yaml.isScalar(fresh)) {
    node.value = fresh.value;
    return node;
  }
  if (yaml.isNode(node)) Object.assign(fresh, { comment: node.comment, commentBefore: node.commentBefore });
  return fresh;
}

/**
 * For each new item of a list, the index of the old item that it replaces, or null. An item that did not change
 * takes the next equal one after those that are taken; the others replace, in order, what is left between.
 */
function partners(old: readonly unknown[], value: readonly unknown[]): (number | null)[] {
  const before = old.map(keyOf);
  let next = 0;
  const found = value.map((item): number | null => {
    const at = before.indexOf(keyOf(item), next);
    if (at === -1) return null;
    next = at + 1;
    return at;
  });
  for (const [index, own] of found.entries()) {
    if (own !== null) continue;
    const at = (found.slice(0, index).findLast((one) => one !== null) ?? -1) + 1;
    const end = found.slice(index).find((one) => one !== null) ?? before.length;
    if (at < end) found[index] = at;
  }
  return found;
}

function withoutAliases(document: Document, yaml: Writing["yaml"]): void {
  yaml.visit(document, {
    Alias: (_, alias) => alias.resolve(document)?.clone() as Node | undefined,
  });
  yaml.visit(document, {
    Node: (_, node) => {
      if ("anchor" in node) delete node.anchor;
    },
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function isSame(one: unknown, other: unknown): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
}
