/** Rules of a description as sentences whose numbers and choices can be edited in place. */
import type { Portfolio, Selection } from "dfs-lineups/browser";
import type { RuleItem } from "./doc.ts";
import { rangeWords } from "./words.ts";

type Path = readonly (string | number)[];

/** Words, or a value that can be edited; `path` leads to it within `RuleItem.value`. */
export type Part =
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "number"; readonly path: Path; readonly value: number }
  | {
      readonly kind: "choice";
      readonly path: Path;
      readonly of: "position" | "slot";
      readonly chosen: readonly string[];
    };

const words = (text: string): Part => ({ kind: "words", text });
const list = (value: unknown) => (Array.isArray(value) ? value : [value]).map(String);
const isList = (value: unknown): value is readonly Selection[] => Array.isArray(value);

const FIELD_WORDS: Readonly<Record<string, (values: readonly string[]) => string>> = {
  team: (values) => `of ${values.join(" or ")}`,
  opponent: (values) => `against ${values.join(" or ")}`,
  game: (values) => `in ${values.join(" or ")}`,
  salary: ([range]) => `with a salary ${rangeWords(range!, "$")}`,
  points: ([range]) => `with points ${rangeWords(range!)}`,
};

/** A name in words; one with a slot, such as `Name@CPT`, becomes `Name as CPT`. */
function nameWords(name: string | number): string {
  const at = String(name).lastIndexOf("@");
  return at < 1 ? String(name) : `${String(name).slice(0, at)} as ${String(name).slice(at + 1)}`;
}

function columnWords(column: string, values: readonly string[]): string {
  const texts = values.map((value) => (/\d\s*\.\.|\.\.\s*\d/.test(value) ? rangeWords(value) : value));
  return `whose ${column} is ${texts.join(" or ")}`;
}

/** `noun` is the word for players who are given neither by name nor by position. */
function selected(of: Selection | undefined, path: Path, noun = "players"): Part[] {
  if (of === undefined) return [words(noun)];
  if (typeof of === "string" || typeof of === "number") return [words(nameWords(of))];
  if (isList(of))
    return of.flatMap((one, at) => [
      ...(at === 0 ? [] : [words("or")]),
      ...selected(one, [...path, at], noun),
    ]);
  const { position, slot, not, name, ...others } = of as Readonly<Record<string, unknown>>;
  const tags = (["position", "slot"] as const).flatMap((field): Part[] => {
    const value = field === "position" ? position : slot;
    if (value === undefined) return [];
    const before = field === "slot" ? [words(position === undefined ? `${noun} as` : "as")] : [];
    return [...before, { kind: "choice", path: [...path, field], of: field, chosen: list(value) }];
  });
  return [
    ...(name === undefined ? [] : [words(list(name).map(nameWords).join(" or "))]),
    ...(position === undefined && name === undefined && slot === undefined ? [words(noun)] : []),
    ...tags,
    ...Object.entries(others).map(([column, value]) =>
      words(FIELD_WORDS[column]?.(list(value)) ?? columnWords(column, list(value))),
    ),
    ...after("except", not as Selection | undefined, [...path, "not"], "those"),
  ];
}

/** A selection after a word; nothing without a selection. */
const after = (word: string, of: Selection | undefined, path: Path, noun?: string): Part[] =>
  of === undefined ? [] : [words(word), ...selected(of, path, noun)];

/** A limit on the number of picks, on a sum or product over them, or on their number of teams or games. */
interface Clause {
  readonly of?: Selection | undefined;
  readonly side?: "own" | "opponent" | undefined;
  readonly column?: string | undefined;
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  readonly exactly?: number | undefined;
  readonly missing?: number | undefined;
}

const ENDS = [
  ["least", "at least"],
  ["most", "at most"],
  ["exactly", "exactly"],
] as const;

function numbersOf(one: Clause, path: Path): Part[] {
  const ends = ENDS.filter(([field]) => one[field] !== undefined);
  return ends.flatMap(([field, text], at): Part[] => [
    words(`${at === 0 ? "" : "and "}${text}`),
    { kind: "number", path: [...path, field], value: one[field]! },
  ]);
}

const SIDES = { own: "of its own", opponent: "of the opponent" } as const;

const isNamed = (of: Selection | undefined) =>
  of !== undefined && (typeof of !== "object" || isList(of) || (of as { name?: unknown }).name !== undefined);

/** A count, such as "at least 2 WR, TE of the opponent". A count in `when` may have no number. */
function countParts(one: Clause, path: Path): Part[] {
  const numbers = numbersOf(one, path);
  const isOne = numbers.length === 0 || ENDS.every(([field]) => one[field] === undefined || one[field] === 1);
  return [
    ...(numbers.length === 0 ? [words("any")] : numbers),
    ...(isNamed(one.of) ? [words("of")] : []),
    ...selected(one.of, [...path, "of"], isOne ? "player" : "players"),
    ...(one.side === undefined ? [] : [words(SIDES[one.side])]),
  ];
}

/**
 * Returns a function that puts a sum (or product, by `kind`) into words, such as "a sum of salary of at most
 * 12000 over QB, WR".
 */
function totalParts(kind: string): typeof countParts {
  return (one, path) => [
    words(`a ${kind} of ${one.column} of`),
    ...numbersOf(one, path),
    ...(one.of === undefined && one.side === undefined
      ? []
      : [words("over"), ...selected(one.of, [...path, "of"])]),
    ...(one.side === undefined ? [] : [words(SIDES[one.side])]),
    ...(one.missing === undefined
      ? []
      : [
          words("(an empty cell counts as"),
          { kind: "number" as const, path: [...path, "missing"], value: one.missing },
          words(")"),
        ]),
  ];
}

function each(value: unknown, path: Path, parts: typeof countParts): Part[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return parts(value as Clause, path);
  return value.flatMap((one, at) => [...(at === 0 ? [] : [words("and")]), ...parts(one, [...path, at])]);
}

function differentParts(noun: string, one: Clause | undefined, path: Path): Part[] {
  if (one === undefined) return [];
  return [...numbersOf(one, path), words(`different ${noun}`), ...after("among", one.of, [...path, "of"])];
}

type Group = NonNullable<Extract<RuleItem, { kind: "rule" }>["value"]["some"]>;

function groupParts(group: Group, path: Path): Part[] {
  if (typeof group === "string") return [words(group)];
  const { column, within, cyclic, of } = group;
  return [
    ...(within === undefined
      ? [words(`line of teammates with the same ${column}`)]
      : [
          words("run of"),
          { kind: "number", path: [...path, "within"], value: within } as const,
          words(
            `teammates in a row by ${column}${cyclic === undefined ? "" : ` (${cyclic} is followed by 1)`}`,
          ),
        ]),
    ...after("among", of, [...path, "of"]),
  ];
}

/** The sentence of a rule, without the share of lineups that must keep it. */
export function sentenceOf(item: RuleItem): Part[] {
  if (item.kind === "exposure") {
    const { each: member, of, times } = item.value;
    const who = of === undefined ? [words("players")] : selected(of, ["of"]);
    const many =
      times === undefined ? [] : [{ kind: "number", path: ["times"], value: times } as const, words("of")];
    if (member === undefined) return [...many, ...who];
    if (times !== undefined) return [words(`each ${member} with`), ...many, ...who];
    if (of === undefined) return [words(`each ${member}`)];
    const isOfSlots = typeof of === "object" && Object.keys(of).join() === "slot";
    if (member === "player" && isOfSlots) return [words("each"), ...selected(of, ["of"], "player")];
    return [words(member === "player" ? "each player among" : `each ${member}’s`), ...who];
  }
  const { some, every, when, count, counts, sum, product, teams, games } = item.value;
  const others = (counts ?? []).flatMap((one, at) => [
    ...(at === 0 ? [] : [words("and another with")]),
    ...each(one, ["counts", at], countParts),
  ]);
  const what = [
    each(count, ["count"], countParts),
    others,
    each(sum, ["sum"], totalParts("sum")),
    each(product, ["product"], totalParts("product")),
    differentParts("teams", teams, ["teams"]),
    differentParts("games", games, ["games"]),
  ].filter(({ length }) => length > 0);
  const condition = when === undefined ? [] : countParts(when, ["when"]);
  const group =
    every !== undefined
      ? [words("for each"), ...groupParts(every, ["every"]), ...(when ? [words("with")] : []), ...condition]
      : when === undefined
        ? []
        : [words("when a lineup has"), ...condition];
  return [
    ...group,
    ...(group.length > 0 ? [words(":")] : []),
    ...(some === undefined ? [] : [words("one"), ...groupParts(some, ["some"]), words("with")]),
    ...what.flatMap((one, at) => [...(at === 0 ? [] : [words("and")]), ...one]),
  ];
}

export function withPart<Value>(value: Value, path: Path, part: unknown): Value {
  const [first, ...rest] = path;
  if (first === undefined) return part as Value;
  if (Array.isArray(value))
    return value.map((one, at) => (at === first ? withPart(one, rest, part) : one)) as Value;
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [first]: withPart(fields[first], rest, part) } as Value;
}

export function textOf(item: RuleItem): string {
  const { share, least, most } = item.value;
  const ends = [
    ...(share === undefined ? [] : [String(share)]),
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ];
  const shares = ends.length === 0 ? [] : [words(`in ${ends.join(" and ")} of lineups`)];
  return partsText([...sentenceOf(item), ...shares]);
}

export function titleOf({ kind, value }: RuleItem): string {
  return value.name ?? (kind === "exposure" ? "exposure" : "rule");
}

export interface RestLine {
  readonly text: string;
  readonly value: unknown;
  /** The `rest` without this field or item. */
  readonly without: Portfolio;
}

/** The fields of an imported description for which the page has no control, or items of their lists, in words. */
export function restLines(rest: Portfolio): RestLine[] {
  const lines: RestLine[] = [];
  const field = (name: keyof Portfolio, text: string) => {
    const { [name]: _, ...without } = rest;
    lines.push({ text, without, value: rest[name] });
  };
  const members = (name: "lock" | "exclude" | "avoid", text: (value: Selection) => string) => {
    const all = (rest[name] ?? []) as readonly Selection[];
    for (const [at, value] of all.entries()) {
      const { [name]: _, ...others } = rest;
      const left = all.filter((_one, place) => place !== at);
      const without = left.length === 0 ? others : { ...others, [name]: left };
      lines.push({ text: text(value), without, value });
    }
  };
  const said = (value: Selection) => partsText(selected(value, []));
  members("lock", (value) => `${said(value)} in every lineup`);
  members("exclude", (value) => `${said(value)} in no lineup`);
  members("avoid", (value) => `no lineup of ${value} again`);
  if (rest.salary !== undefined) field("salary", `salary ${rangeWords(String(rest.salary), "$")}`);
  if (rest.points !== undefined) field("points", pointsWords(rest.points));
  return lines;
}

const partsText = (parts: readonly Part[]) =>
  parts
    .map((part) =>
      part.kind === "number" ? part.value : part.kind === "choice" ? part.chosen.join(", ") : part.text,
    )
    .filter((text) => text !== "")
    .join(" ")
    .replaceAll(/ ([:)])/g, "$1");

/** The field `points` of a description in words, such as `points from the column Ceiling`. */
function pointsWords({ from, boost, random, decay }: NonNullable<Portfolio["points"]>): string {
  const boosts =
    boost === undefined
      ? []
      : Array.isArray(boost)
        ? boost.map(({ of, by }) => `${partsText(selected(of, []))} ${changeWords(by)}`)
        : Object.entries(boost).map(([name, by]) => `${name} ${changeWords(by as string | number)}`);
  const spread = random?.spread ?? (random?.column === undefined ? undefined : `their ${random.column}`);
  return [
    ...(from === undefined ? [] : [`points from the column ${from}`]),
    ...(boosts.length === 0 ? [] : [`points of ${boosts.join(", ")}`]),
    ...(random === undefined
      ? []
      : [
          `points are drawn again for each lineup${spread === undefined ? "" : ` within ${spread}`}, seed ${random.seed}`,
        ]),
    ...(decay === undefined
      ? []
      : [`a player loses ${decay} of his points for each earlier lineup with him`]),
  ].join("; ");
}

const changeWords = (by: string | number) =>
  /^\s*[-+]/.test(String(by)) ? String(by).trim() : `+${String(by).trim()}`;
