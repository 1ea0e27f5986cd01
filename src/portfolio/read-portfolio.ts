import type { Node } from "yaml";
import { InvalidFileError } from "../shared/errors.ts";
import { pointerOf } from "../shared/pointer.ts";
import type { Lines, Path } from "./places.ts";

/** A description as its file has it, yet to be checked, and the line of each of its places by JSON pointer. */
export interface PortfolioText {
  readonly portfolio: unknown;
  readonly lines: Lines;
}

/** The most values that a description may have, however often it repeats one by its name. */
const MOST_VALUES = 200_000;
const DEEPEST = 40;
const TOO_DEEP = `is nested too deeply: at most ${DEEPEST} levels are read. Write it flatter.`;

/** Lists of lists in one line, at which the parser runs out of memory where they are very many. */
const DEEP_LINE = new RegExp(String.raw`^ *(?:[-?:][ \t]+){${DEEPEST + 1}}`, "m");

/**
 * Reads a description, YAML or JSON; `file` is what errors call it. What the description says is checked where it is
 * used.
 * @throws InvalidFileError with the line where the text stops being YAML.
 */
export async function readPortfolio(
  text: string,
  { file }: { readonly file: string },
): Promise<PortfolioText> {
  if (text.trim() === "") throw new InvalidFileError(file, null, "is empty; a description is expected.");
  const deep = DEEP_LINE.exec(text);
  if (deep !== null) throw new InvalidFileError(file, text.slice(0, deep.index).split("\n").length, TOO_DEEP);
  // Large, and few need it.
  const { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: "silent" });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line } = lineCounter.linePos(fault.pos[0]);
    // The parser calls itself for each level, until it cannot.
    const isDeep = fault.code === "RESOURCE_EXHAUSTION";
    const reason = isDeep ? TOO_DEEP : `is not sound YAML: ${fault.message}.`.replace(/\.\.$/, ".");
    throw new InvalidFileError(file, line, reason, fault);
  }
  const lines = new Map<string, number>();
  let values = 0;

  const refusal = (node: Node | null, reason: string) =>
    new InvalidFileError(file, node?.range ? lineCounter.linePos(node.range[0]).line : null, reason);

  function note(node: Node | null, path: Path): void {
    if (node?.range) lines.set(pointerOf(path), lineCounter.linePos(node.range[0]).line);
  }

  function readNode(node: Node | null, path: Path, isTold: boolean): unknown {
    values += 1;
    if (path.length > DEEPEST && isTold) throw refusal(node, TOO_DEEP);
    if (values > MOST_VALUES || path.length > DEEPEST)
      throw refusal(node, "has more values than a description may have. Write less of it by repetition.");
    if (isTold) note(node, path);
    if (node === null) return null;
    if (isAlias(node)) return readNode((node.resolve(document) ?? null) as Node | null, path, false);
    if (isScalar(node)) return node.value;
    if (isSeq(node))
      return node.items.map((item, index) => readNode(item as Node | null, [...path, index], isTold));
    if (!isMap(node))
      throw refusal(node, "has something that is no value. Write texts, numbers, lists and maps.");
    const pairs = node.items as readonly { readonly key: Node | null; readonly value: Node | null }[];
    if (pairs.some(({ key }) => !isScalar(key))) {
      if (pointerOf(path) !== BOOST)
        throw refusal(node, "has a key that is no text. Only points.boost may have selections as keys.");
      return pairs.map(({ key, value }, index) => ({
        of: readNode(key, [...path, index, "of"], isTold),
        by: readNode(value, [...path, index, "by"], isTold),
      }));
    }
    const map: Record<string, unknown> = {};
    for (const { key, value } of pairs) {
      const name = String((key as { readonly value?: unknown } | null)?.value);
      if (name === "__proto__") throw refusal(key, 'has the key "__proto__". Remove it.');
      map[name] = readNode(value, [...path, name], isTold);
      // A field stands where its name does.
      if (isTold) note(key, [...path, name]);
    }
    return map;
  }

  return { portfolio: readNode(document.contents as Node | null, [], true), lines };
}

/** Where keys may be selections, as in `{ { team: BUF }: -1.5 }`; they become a list. */
const BOOST = "/points/boost";
