import type { BookName } from "../../shared/books/index.ts";
import { usageError } from "../usage-error.ts";

/** What one option or argument takes; its key in the table has its flags and its placeholder. */
export interface Spec<Value = unknown> {
  readonly help: string;
  /** Reads the value; `earlier` is what the same option gave before. */
  readonly parse?: (text: string, earlier?: never) => Value;
  readonly choices?: readonly Value[];
  readonly default?: Value;
  /** The default as help shows it. */
  readonly shown?: string;
  /** The environment variable that may stand in for it. */
  readonly env?: string;
  readonly required?: true;
  /** It may be given more than once; without a parser its values are a list. */
  readonly repeats?: true;
  /** A file that is written: `-` is standard output, for all others standard input. */
  readonly writes?: true;
  /** The option that it is another name of. */
  readonly means?: string;
}

/** Options by their flags, such as `-n, --count <n>`, in the order of the help; a text alone is the help. */
export type Table = Readonly<Record<string, string | Spec>>;

/** Checks a table, and keeps its literal types. */
export const table = <const T extends Table>(options: T): T => options;

type Camel<Words> = Words extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Words;
type Long<Flags> = Flags extends `${string}--${infer Name} ${string}`
  ? Name
  : Flags extends `${string}--${infer Name}`
    ? Name
    : never;
type Positive<Name> = Name extends `no-${infer Rest}` ? Rest : Name;
type NameOf<Flags> = Camel<Positive<Long<Flags>>>;

type ValueOf<Flags, One> = One extends { readonly parse: (...all: never[]) => infer Value }
  ? Value
  : One extends { readonly repeats: true }
    ? readonly string[]
    : One extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : Flags extends `${string}<${string}`
        ? string
        : boolean;

/** The flags of options that always have a value. */
type Always<T> = {
  [Flags in keyof T]: T[Flags] extends { readonly default: unknown } | { readonly required: true }
    ? Flags
    : Flags extends `${string}--no-${string}`
      ? Flags
      : never;
}[keyof T];

/** The values of a table's options by their names, as the parser passes them on. */
export type Values<T> = { readonly [Flags in Always<T> as NameOf<Flags>]: ValueOf<Flags, T[Flags]> } & {
  readonly [Flags in Exclude<keyof T, Always<T>> as NameOf<Flags>]?: ValueOf<Flags, T[Flags]>;
};

type Merged<Tables> = (Tables extends unknown ? (all: Tables) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** A command's arguments and options, what they say together, and what its help says; light, so that help loads no engine. */
export interface Definition {
  readonly description: string;
  readonly arguments?: Table;
  /** The options by the heading that they have in the help. */
  readonly options?: Readonly<Record<string, Table>>;
  readonly rules?: readonly Rule[];
  /** What the help ends with, a paragraph each. */
  readonly epilogue?: readonly string[];
}

/** What a command's options are when it runs. */
export type OptionsOf<Of extends Definition> = Of["options"] extends infer Groups
  ? Values<Merged<Groups[keyof Groups]>>
  : never;

/** Checks a definition, and keeps its literal types. */
export const command = <const D extends Definition>(definition: D): D => definition;

/**
 * What options must not say together. A flag may have a value (`--format csv`); a word is an argument; `-` is what reads
 * standard input.
 */
export interface Rule {
  /** The first of these that is given is refused; `missing` where it is not given. */
  readonly options: readonly string[];
  readonly missing?: true;
  /** The rule holds if one of these is given, */
  readonly if?: readonly string[];
  /** and none of these. */
  readonly unless?: readonly string[];
  /** The message that begins with the option. */
  readonly message: string;
}

/** Options that mean something only with one of others. */
export function needs(options: readonly string[], others: readonly string[], why = ""): Rule {
  const list = others.length === 1 ? others[0] : `${others.slice(0, -1).join(", ")} or ${others.at(-1)}`;
  return { options, unless: others, message: `goes with ${list}${why}.` };
}

/** Options that contradict another one. */
export function excludes(options: readonly string[], other: string, remedy = "Give one of them."): Rule {
  return { options, if: [other], message: `cannot be combined with ${other}. ${remedy}` };
}

/** An option that must be given, unless one of others is. */
export function requires(option: string, remedy: string, unless: readonly string[] = []): Rule {
  return { options: [option], missing: true, unless, message: `is missing. ${remedy}` };
}

/** What a command was given: its options by their names, and its arguments. */
interface Given {
  readonly options: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
  readonly table: Table;
  /** The files that are read, by what errors call them. */
  readonly inputs?: readonly (readonly [string, unknown])[];
}

/** Holds options against rules. @throws InvalidRequestError for the first that is broken */
export function enforce(rules: readonly Rule[], given: Given): void {
  const isGiven = (flag: string): boolean => {
    if (flag === "-") return (given.inputs ?? []).some(([, file]) => file === "-");
    if (!flag.startsWith("-")) return (given.values ?? []).includes(flag);
    const [long, wanted] = flag.split(" ") as [string, string?];
    const value = given.options[nameOf(long)];
    if (wanted !== undefined) return value === wanted;
    const spec = Object.entries(given.table).find(([flags]) => longOf(flags) === long)?.[1];
    const usual = typeof spec === "object" ? spec.default : undefined;
    return value !== undefined && value !== usual && !(Array.isArray(value) && value.length === 0);
  };
  for (const { options, missing = false, if: those, unless = [], message } of rules) {
    if ((those !== undefined && !those.some(isGiven)) || unless.some(isGiven)) continue;
    const wrong = options.find((option) => isGiven(option) !== missing);
    const reader = (given.inputs ?? []).find(([, file]) => file === wrong)?.[0];
    if (wrong !== undefined) throw usageError(reader ?? wrong.split(" ")[0]!, message);
  }
}

/** All options of a command. */
export function tableOf({ options = {} }: Definition): Table {
  return Object.assign({}, ...Object.values(options));
}

/**
 * The options of a command as it takes them, held against its rules; standard input can be read only once.
 * @throws InvalidRequestError
 */
export function checkedOptions(
  definition: Definition,
  options: Readonly<Record<string, unknown>>,
  values: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const whole = tableOf(definition);
  const files = Object.entries(whole).filter(
    ([flags, spec]) => / <file>$/.test(flags) && !(typeof spec === "object" && spec.writes),
  );
  const inputs = [
    ...values.map((value) => ["the file", value] as const),
    ...files.map(([flags]) => [longOf(flags), options[nameOf(longOf(flags))]] as const),
  ];
  const [first, second] = inputs.filter(([, file]) => file === "-");
  if (first && second)
    throw usageError(
      second[0],
      `cannot read standard input, which ${first[0]} reads already. Give one of them a file.`,
    );
  enforce(definition.rules ?? [], { options, values, table: whole, inputs });
  const named = { ...options };
  for (const [flags, spec] of Object.entries(whole)) {
    const [long, other] = [longOf(flags), typeof spec === "object" ? spec.means : undefined];
    const value = options[nameOf(long)] as BookName | undefined;
    if (other === undefined || value === undefined) continue;
    const own = options[nameOf(other)] ?? value;
    if (own !== value) throw usageError(long, `means ${value}, but ${other} is ${own}. Give one of them.`);
    named[nameOf(other)] = value;
  }
  return named;
}

/** The long flag, such as `--count`. */
function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? "";
}

/** The name of an option by its long flag. */
function nameOf(long: string): string {
  return long.replace(/^--/, "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
