/** Rules of a description as sentences whose numbers and choices can be edited in place. */
import type { Portfolio } from "../shared/schema/portfolio.ts";
import type { Selection } from "../shared/schema/selection.ts";
import type { ReadyRule as RuleItem } from "./ready-rules.ts";

type Path = readonly (string | number)[];

/** Words, or a value that can be edited; `path` leads to it within `RuleItem.value`. */
export type Part =
  | string
  | { readonly kind: "number"; readonly path: Path; readonly value: number }
  | {
      readonly kind: "choice";
      readonly path: Path;
      readonly of: "position" | "slot";
      readonly chosen: readonly string[];
    };

/** Without what is undefined. */
const joined = (...parts: readonly (Part | readonly Part[] | undefined)[]): Part[] =>
  parts.flatMap((part) => part ?? []);

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

/** Parts with a word between each two. */
const listed = (word: string, parts: readonly Part[][]): Part[] =>
  parts.flatMap((one, at) => (at === 0 ? one : [word, ...one]));

/** `noun` is the word for players who are given neither by name nor by position. */
function selected(of: Selection | undefined, path: Path, noun = "players"): Part[] {
  if (of === undefined) return [noun];
  if (typeof of === "string" || typeof of === "number") return [nameWords(of)];
  if (isList(of))
    return listed(
      "or",
      of.map((one, at) => selected(one, [...path, at], noun)),
    );
  const { position, slot, not, name, ...others } = of as Readonly<Record<string, unknown>>;
  const choice = (field: "position" | "slot", value: unknown): Part[] | undefined =>
    value === undefined
      ? undefined
      : [{ kind: "choice", path: [...path, field], of: field, chosen: list(value) }];
  return joined(
    name === undefined ? undefined : list(name).map(nameWords).join(" or "),
    (position ?? name) === undefined ? (slot === undefined ? noun : `${noun} as`) : undefined,
    choice("position", position),
    slot === undefined || (position ?? name) === undefined ? undefined : "as",
    choice("slot", slot),
    Object.entries(others).map(
      ([column, value]) => FIELD_WORDS[column]?.(list(value)) ?? columnWords(column, list(value)),
    ),
    after("except", not as Selection | undefined, [...path, "not"], "those"),
  );
}

/** A selection after a word; nothing without a selection. */
const after = (word: string, of: Selection | undefined, path: Path, noun?: string): Part[] | undefined =>
  of === undefined ? undefined : [word, ...selected(of, path, noun)];

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
    `${at === 0 ? "" : "and "}${text}`,
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
  return joined(
    numbers.length === 0 ? "any" : numbers,
    isNamed(one.of) ? "of" : undefined,
    selected(one.of, [...path, "of"], isOne ? "player" : "players"),
    one.side && SIDES[one.side],
  );
}

/**
 * Returns a function that puts a sum (or product, by `kind`) into words, such as "a sum of salary of at most
 * 12000 over QB, WR".
 */
function totalParts(kind: string): typeof countParts {
  return (one, path) => {
    const { of, side, missing } = one;
    const empty = { kind: "number", path: [...path, "missing"] } as const;
    return joined(
      `a ${kind} of ${one.column} of`,
      numbersOf(one, path),
      (of ?? side) === undefined ? undefined : ["over", ...selected(of, [...path, "of"])],
      side && SIDES[side],
      missing === undefined ? undefined : ["(an empty cell counts as", { ...empty, value: missing }, ")"],
    );
  };
}

function each(value: unknown, path: Path, parts: typeof countParts): Part[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return parts(value as Clause, path);
  return listed(
    "and",
    value.map((one, at) => parts(one, [...path, at])),
  );
}

const differentParts = (noun: string, one: Clause | undefined, path: Path): Part[] =>
  one === undefined
    ? []
    : joined(numbersOf(one, path), `different ${noun}`, after("among", one.of, [...path, "of"]));

type Group = NonNullable<Extract<RuleItem, { kind: "rule" }>["value"]["some"]>;

function groupParts(group: Group, path: Path): Part[] {
  if (typeof group === "string") return [group];
  const { column, within, cyclic, of } = group;
  const next = cyclic === undefined ? "" : ` (${cyclic} is followed by 1)`;
  const run = { kind: "number", path: [...path, "within"] } as const;
  return joined(
    within === undefined
      ? `line of teammates with the same ${column}`
      : ["run of", { ...run, value: within }, `teammates in a row by ${column}${next}`],
    after("among", of, [...path, "of"]),
  );
}

/** The sentence of a rule, without the share of lineups that must keep it. */
export function sentenceOf(item: RuleItem): Part[] {
  if (item.kind === "exposure") {
    const { each: member, of, times } = item.value;
    const who = selected(of, ["of"]);
    const many: Part[] = times === undefined ? [] : [{ kind: "number", path: ["times"], value: times }, "of"];
    if (member === undefined) return [...many, ...who];
    if (times !== undefined) return [`each ${member} with`, ...many, ...who];
    if (of === undefined) return [`each ${member}`];
    const isOfSlots = typeof of === "object" && Object.keys(of).join() === "slot";
    if (member === "player" && isOfSlots) return ["each", ...selected(of, ["of"], "player")];
    return [member === "player" ? "each player among" : `each ${member}’s`, ...who];
  }
  const { some, every, when, count, counts, sum, product, teams, games } = item.value;
  const what = [
    each(count, ["count"], countParts),
    listed(
      "and another with",
      (counts ?? []).map((one, at) => each(one, ["counts", at], countParts)),
    ),
    each(sum, ["sum"], totalParts("sum")),
    each(product, ["product"], totalParts("product")),
    differentParts("teams", teams, ["teams"]),
    differentParts("games", games, ["games"]),
  ].filter(({ length }) => length > 0);
  const condition = when && countParts(when, ["when"]);
  const group =
    every === undefined
      ? condition && ["when a lineup has", ...condition]
      : joined("for each", groupParts(every, ["every"]), condition && ["with", ...condition]);
  return joined(
    group && [...group, ":"],
    some && ["one", ...groupParts(some, ["some"]), "with"],
    listed("and", what),
  );
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
  const shares = ends.length === 0 ? "" : `in ${ends.join(" and ")} of lineups`;
  return partsText([...sentenceOf(item), shares]);
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
      typeof part === "string" ? part : part.kind === "number" ? part.value : part.chosen.join(", "),
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
  const within = spread === undefined ? "" : ` within ${spread}`;
  return joined(
    from && `points from the column ${from}`,
    boosts.length > 0 ? `points of ${boosts.join(", ")}` : undefined,
    random && `points are drawn again for each lineup${within}, seed ${random.seed}`,
    decay && `a player loses ${decay} of his points for each earlier lineup with him`,
  ).join("; ");
}

const changeWords = (by: string | number) =>
  /^\s*[-+]/.test(String(by)) ? String(by).trim() : `+${String(by).trim()}`;

const grouped = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 0 });

/** A range such as `3000..4500`, `20..` or `..80` in words; a single number means exactly that. */
export function rangeWords(range: string | number, sign = ""): string {
  const text = String(range).replaceAll(/[$\s]/g, "");
  const end = (value: string) =>
    /^\d{4,}$/.test(value) && sign !== "" ? `${sign}${grouped(Number(value))}` : `${sign}${value}`;
  if (!text.includes("..")) return `of ${end(text)}`;
  const [from, to] = text.split("..") as [string, string];
  if (from === "") return `up to ${end(to)}`;
  return to === "" ? `from ${end(from)}` : `from ${end(from)} to ${end(to)}`;
}
