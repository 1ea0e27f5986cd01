import type { Document, Node } from "yaml";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import { readPortfolio } from "./read-portfolio.ts";

/** Options of `writePortfolio`. */
export interface WritePortfolioOptions {
  /**
   * An earlier text of the description to edit: its comments, order and style are kept where the description
   * is the same.
   */
  readonly text?: string | undefined;
  /** The name of that text in errors. */
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

/**
 * Edits a YAML node that has the value `old` until it has `value`, and returns it. Equal parts stay, with
 * their comments.
 */
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

/** Maximum number of pairs of items to compare; items of longer lists are matched by their order. */
const MOST_PAIRS = 1_000_000;

/**
 * For each new item of a list, the index of the old item that it replaces (ascending), or null. Matches equal
 * items by a longest common subsequence, and the items between them one by one.
 */
function partners(old: readonly unknown[], value: readonly unknown[]): (number | null)[] {
  const [before, after] = [old.map(keyOf), value.map(keyOf)];
  const rows = before.length + 1;
  const isSmall = before.length * after.length <= MOST_PAIRS;
  const longest = new Uint32Array(isSmall ? rows * (after.length + 1) : 0);
  if (isSmall)
    for (let b = after.length - 1; b >= 0; b -= 1)
      for (let a = before.length - 1; a >= 0; a -= 1)
        longest[b * rows + a] =
          before[a] === after[b]
            ? longest[(b + 1) * rows + a + 1]! + 1
            : Math.max(longest[(b + 1) * rows + a]!, longest[b * rows + a + 1]!);
  const found: (number | null)[] = [];
  const between = { old: [] as number[], value: [] as number[] };
  const flush = () => {
    for (const [index, at] of between.value.entries()) found[at] = between.old[index] ?? null;
    between.old = [];
    between.value = [];
  };
  let [a, b] = [0, 0];
  while (a < before.length || b < after.length) {
    if (a < before.length && b < after.length && before[a] === after[b]) {
      flush();
      found[b] = a;
      a += 1;
      b += 1;
    } else if (
      b === after.length ||
      (a < before.length && isSmall && longest[b * rows + a + 1]! >= longest[(b + 1) * rows + a]!)
    ) {
      between.old.push(a);
      a += 1;
    } else {
      between.value.push(b);
      b += 1;
      if (!isSmall && a < before.length) {
        between.old.push(a);
        a += 1;
      }
    }
  }
  flush();
  return found;
}

/** Replaces each alias with a copy of its value. */
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

/** A value as plain data, without undefined fields. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function isSame(one: unknown, other: unknown): boolean {
  return keyOf(one) === keyOf(other);
}

/** A text that equal values share; the order of a map's fields does not matter. */
function keyOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
}
