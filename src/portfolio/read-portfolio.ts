import type { Node } from "yaml";
import { InvalidFileError } from "../shared/errors.ts";
import { pointerOf } from "../shared/pointer.ts";
import { grouped } from "../shared/words.ts";
import type { Lines, Path } from "./places.ts";

/** A description, not yet validated, and the line of each of its values by JSON pointer. */
export interface PortfolioText {
  readonly portfolio: unknown;
  readonly lines: Lines;
}

const MOST_VALUES = 200_000;
const MOST_LEVELS = 40;
const TOO_DEEP = `is nested too deeply: more than ${MOST_LEVELS} levels of lists and maps. Remove inner ones.`;

const ALIASED_TOO_DEEP = `has aliases (*name) that expand to more than ${MOST_LEVELS} levels of lists and maps. Remove aliases.`;

/** Matches deeply nested lists on one line, which can exhaust the parser's memory. */
const DEEP_LINE = new RegExp(String.raw`^ *(?:[-?:][ \t]+){${MOST_LEVELS + 1}}`, "m");

/**
 * Parses a portfolio's description in YAML or JSON; errors call it `file`. Its content is validated
 * elsewhere.
 * @throws InvalidFileError with the line of a syntax error.
 */
export async function readPortfolio(
  text: string,
  { file }: { readonly file: string },
): Promise<PortfolioText> {
  if (text.trim() === "") throw new InvalidFileError(file, null, "is empty; a description is expected.");
  const deep = DEEP_LINE.exec(text);
  if (deep !== null) throw new InvalidFileError(file, text.slice(0, deep.index).split("\n").length, TOO_DEEP);
  // Load this large package only when it is needed.
  const { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: "silent" });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line } = lineCounter.linePos(fault.pos[0]);
    // The parser recurses for each level, until its stack is full.
    const isDeep = fault.code === "RESOURCE_EXHAUSTION";
    const reason = isDeep ? TOO_DEEP : `is not valid YAML: ${fault.message}.`.replace(/\.\.$/, ".");
    throw new InvalidFileError(file, line, reason, fault);
  }
  const lines = new Map<string, number>();
  let values = 0;

  const refusal = (node: Node | null, reason: string) =>
    new InvalidFileError(file, node?.range ? lineCounter.linePos(node.range[0]).line : null, reason);

  function note(node: Node | null, path: Path): void {
    if (node?.range) lines.set(pointerOf(path), lineCounter.linePos(node.range[0]).line);
  }

  function readNode(node: Node | null, path: Path, isNoted: boolean): unknown {
    values += 1;
    if (path.length > MOST_LEVELS) throw refusal(node, isNoted ? TOO_DEEP : ALIASED_TOO_DEEP);
    if (values > MOST_VALUES)
      throw refusal(
        node,
        `has more than ${grouped(MOST_VALUES)} values. Remove some, or repeated aliases (*name).`,
      );
    if (isNoted) note(node, path);
    if (node === null) return null;
    if (isAlias(node)) return readNode((node.resolve(document) ?? null) as Node | null, path, false);
    if (isScalar(node)) return node.value;
    if (isSeq(node))
      return node.items.map((item, index) => readNode(item as Node | null, [...path, index], isNoted));
    if (!isMap(node))
      throw refusal(
        node,
        "has a YAML element that is not supported. Use only texts, numbers, lists and maps.",
      );
    const pairs = node.items as readonly { readonly key: Node | null; readonly value: Node | null }[];
    if (pairs.some(({ key }) => !isScalar(key))) {
      if (pointerOf(path) !== BOOST)
        throw refusal(node, "has a key that is not text. Only points.boost may have selections as keys.");
      return pairs.map(({ key, value }, index) => ({
        of: readNode(key, [...path, index, "of"], isNoted),
        by: readNode(value, [...path, index, "by"], isNoted),
      }));
    }
    const map: Record<string, unknown> = {};
    for (const { key, value } of pairs) {
      const name = String((key as { readonly value?: unknown } | null)?.value);
      if (name === "__proto__") throw refusal(key, 'has the key "__proto__". Remove it.');
      map[name] = readNode(value, [...path, name], isNoted);
      // A field's line is the line of its name.
      if (isNoted) note(key, [...path, name]);
    }
    return map;
  }

  return { portfolio: readNode(document.contents as Node | null, [], true), lines };
}

/** The field whose keys may be selections, as in `{ { team: BUF }: -1.5 }`; this map becomes a list. */
const BOOST = "/points/boost";
