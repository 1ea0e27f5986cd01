import { type BookName, bookNamed } from "../../shared/books.ts";
import { wordList } from "../../shared/words.ts";
import { usageError } from "../errors.ts";

/** The definition of an option or argument; its key in the table has its flags and its placeholder. */
export interface Spec<Value = unknown> {
  readonly help: string;
  /** Parses the value; `earlier` is the result of the option's previous occurrence. */
  readonly parse?: (text: string, earlier?: never) => Value;
  readonly choices?: readonly Value[];
  readonly default?: Value;
  readonly shown?: string;
  readonly env?: string;
  readonly required?: true;
  /** Whether the option is repeatable; without a parser, its values form a list. */
  readonly repeats?: true;
  /** Whether the option names an output file, for which `-` is standard output instead of standard input. */
  readonly writes?: true;
  readonly means?: string;
}

/** Options by their flags, such as `-n, --count <n>`; a text is a `Spec` with this `help` alone. */
export type Table = Readonly<Record<string, string | Spec>>;

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

type Always<T> = {
  [Flags in keyof T]: T[Flags] extends { readonly default: unknown } | { readonly required: true }
    ? Flags
    : Flags extends `${string}--no-${string}`
      ? Flags
      : never;
}[keyof T];

export type Values<T> = { readonly [Flags in Always<T> as NameOf<Flags>]: ValueOf<Flags, T[Flags]> } & {
  readonly [Flags in Exclude<keyof T, Always<T>> as NameOf<Flags>]?: ValueOf<Flags, T[Flags]>;
};

type Merged<Tables> = (Tables extends unknown ? (all: Tables) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Files with definitions import no solvers, so that help is fast. */
export interface Definition {
  readonly description: string;
  readonly arguments?: Table;
  readonly options?: Readonly<Record<string, Table>>;
  readonly rules?: readonly Rule[];
  readonly epilogue?: readonly string[];
}

export type OptionsOf<Of extends Definition> = Of["options"] extends infer Groups
  ? Values<Merged<Groups[keyof Groups]>>
  : never;

export const command = <const D extends Definition>(definition: D): D => definition;

/** A limit on combinations of flags (also with a value, `--format csv`), arguments and `-`. */
export interface Rule {
  readonly options: readonly string[];
  /** If present, the rule instead refuses the first of `options` that the user did not give. */
  readonly missing?: true;
  /** If present, the rule applies only if one of these is given. */
  readonly if?: readonly string[];
  /** The rule does not apply if one of these is given. */
  readonly unless?: readonly string[];
  readonly message: string;
}

export function needs(options: readonly string[], others: readonly string[], why = ""): Rule {
  const list = wordList(others, "or");
  return { options, unless: others, message: `requires ${list}${why}.` };
}

export function excludes(options: readonly string[], other: string, remedy = "Give one of them."): Rule {
  return { options, if: [other], message: `cannot be combined with ${other}. ${remedy}` };
}

export function requires(option: string, remedy: string, unless: readonly string[] = []): Rule {
  return { options: [option], missing: true, unless, message: `is missing. ${remedy}` };
}

interface Given {
  readonly options: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
  readonly table: Table;
  /** For each input file, its name in errors, such as `--salaries`, and the path that was given, if any. */
  readonly inputs?: readonly (readonly [string, unknown])[];
}

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

export function tableOf({ options = {} }: Definition): Table {
  return Object.assign({}, ...Object.values(options));
}

/** Checks options and arguments, and sets the options that aliases mean. @throws InvalidRequestError */
export function checkedOptions(
  definition: Definition,
  options: Readonly<Record<string, unknown>>,
  given: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const values = given.flat();
  const whole = tableOf(definition);
  const files = Object.entries(whole).filter(
    ([flags, spec]) => / <file>$/.test(flags) && !(typeof spec === "object" && spec.writes),
  );
  const inputs = [
    ...values.map((value) => ["the command's file", value] as const),
    ...files.flatMap(([flags]) =>
      [options[nameOf(longOf(flags))]].flat().map((file) => [longOf(flags), file] as const),
    ),
  ];
  const [first, second] = inputs.filter(([, file]) => file === "-");
  if (first && second)
    throw usageError(
      second[0],
      `and ${first[0] === second[0] ? "another file" : first[0]} cannot both read standard input (-). Give one of them by name.`,
    );
  enforce(definition.rules ?? [], { options, values, table: whole, inputs });
  const named = { ...options };
  for (const [flags, spec] of Object.entries(whole)) {
    const [long, other] = [longOf(flags), typeof spec === "object" ? spec.means : undefined];
    const value = options[nameOf(long)] as BookName | undefined;
    if (other === undefined || value === undefined) continue;
    const own = options[nameOf(other)] ?? value;
    if (own !== value)
      throw usageError(
        long,
        `means ${bookNamed(value).vendor}, but ${other} is ${bookNamed(own as BookName).vendor}. Give one of them.`,
      );
    named[nameOf(other)] = value;
  }
  return named;
}

function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? "";
}

function nameOf(long: string): string {
  return long.replace(/^--/, "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
