/** Rules of a description as sentences whose numbers can be edited in place. */
import type { Selection } from "dfs-lineups/browser";
import type { RuleItem } from "./doc.ts";

/** A piece of a sentence. `path` leads to the number within the rule's value. */
export type Part =
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "tag"; readonly text: string }
  | { readonly kind: "number"; readonly path: readonly (string | number)[]; readonly value: number };

const words = (text: string): Part => ({ kind: "words", text });

/** A selection of players: positions as a tag, everything else in words; `noun` is for one or several. */
function selected(of: Selection | undefined, noun = "players"): Part[] {
  if (of === undefined) return [words(noun)];
  if (typeof of === "string" || typeof of === "number") return [words(String(of))];
  if (Array.isArray(of))
    return of.flatMap((one, at) => [...(at === 0 ? [] : [words("or")]), ...selected(one)]);
  const { position, not, name, ...others } = of as Readonly<Record<string, unknown>>;
  const list = (value: unknown) => (Array.isArray(value) ? value : [value]).map(String);
  return [
    ...(position === undefined ? [] : [{ kind: "tag", text: list(position).join(", ") } as const]),
    ...(name === undefined ? [] : [words(list(name).join(" or "))]),
    ...(position === undefined && name === undefined ? [words(noun)] : []),
    ...(not === undefined ? [] : [words("other than"), ...selected(not as Selection)]),
    ...Object.entries(others).map(([column, value]) => words(`with ${column} ${list(value).join(" or ")}`)),
  ];
}

interface Counted {
  readonly of?: Selection | undefined;
  readonly side?: "own" | "opponent" | undefined;
  readonly column?: string;
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  readonly exactly?: number | undefined;
}

const ENDS = [
  ["least", "at least"],
  ["most", "at most"],
  ["exactly", "exactly"],
] as const;

/** A count or sum, such as "at least 2 WR, TE of its opponent". */
function clause(one: Counted, path: readonly (string | number)[]): Part[] {
  const ends = ENDS.filter(([field]) => one[field] !== undefined);
  const numbers = ends.flatMap(([field, text], at): Part[] => [
    words(`${at === 0 ? "" : "and "}${text}`),
    { kind: "number", path: [...path, field], value: one[field]! },
  ]);
  const side = one.side === "opponent" ? [words("of the opponent")] : [];
  if (one.column !== undefined)
    return [
      words(`a sum of ${one.column} of`),
      ...numbers,
      ...(one.of ? [words("over"), ...selected(one.of)] : []),
    ];
  const least = ends.length === 0 ? [words("a player of")] : numbers;
  const noun = ends.every(([field]) => one[field] === 1) ? "player" : "players";
  return [...least, ...selected(one.of, noun), ...side];
}

function clauses(value: unknown, path: readonly (string | number)[]): Part[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return clause(value as Counted, path);
  return value.flatMap((one, at) => [...(at === 0 ? [] : [words("and")]), ...clause(one, [...path, at])]);
}

function groupWords(group: unknown): string {
  if (typeof group === "string") return group;
  const { column, within } = group as { readonly column: string; readonly within?: number };
  return within === undefined ? `line of one ${column}` : `run of ${within} in ${column}`;
}

/** The sentence of a rule. */
export function sentenceOf(item: RuleItem): Part[] {
  if (item.kind === "exposure") {
    const { each, of, times } = item.value;
    const who =
      each === undefined
        ? selected(of)
        : [words(`each ${each}`), ...(of ? [words("of"), ...selected(of)] : [])];
    return [...who, ...(times === undefined ? [] : [words(`${times} times`)])];
  }
  const { some, every, when, count, counts, sum, product } = item.value;
  const condition =
    when === undefined ? [] : [words("when a lineup has"), ...clause(when, ["when"]), words("then")];
  const what = [
    ...clauses(count, ["count"]),
    ...(counts ?? []).flatMap((list, at) => [
      ...(at === 0 ? [] : [words("and another with")]),
      ...clauses(list, ["counts", at]),
    ]),
    ...clauses(sum, ["sum"]),
    ...(product === undefined ? [] : [words("a product of"), ...clauses(product, ["product"])]),
  ];
  const group =
    some === undefined
      ? every === undefined
        ? []
        : [words(`for each ${groupWords(every)}:`)]
      : [words(`one ${groupWords(some)} with`)];
  return [...group, ...condition, ...what];
}

/** The value of a rule with another number at a path. */
export function withNumber<Value>(value: Value, path: readonly (string | number)[], number: number): Value {
  const [first, ...rest] = path;
  if (first === undefined) return number as Value;
  if (Array.isArray(value))
    return value.map((one, at) => (at === first ? withNumber(one, rest, number) : one)) as Value;
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [first]: withNumber(fields[first], rest, number) } as Value;
}

/** The sentence as a text, with the share of lineups. */
export function textOf(item: RuleItem): string {
  const { share, least, most } = item.value;
  const ends = [
    ...(share === undefined ? [] : [`in ${share} of lineups`]),
    ...(least === undefined ? [] : [`in at least ${least} of lineups`]),
    ...(most === undefined ? [] : [`in at most ${most} of lineups`]),
  ];
  const parts = sentenceOf(item).map((part) => (part.kind === "number" ? part.value : part.text));
  return [...parts, ...ends].join(" ");
}

/** The rule's name, or its kind. */
export function titleOf({ kind, value }: RuleItem): string {
  return value.name ?? (kind === "exposure" ? "exposure" : "rule");
}
