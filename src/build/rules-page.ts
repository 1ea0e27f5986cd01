/** Writes the reference of portfolio descriptions to `docs/rules.md`. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { portfolioSchema } from "../shared/schema/portfolio.ts";
import * as z from "../shared/schema/zod.ts";
import { grouped, wordList } from "../shared/words.ts";
import { code, table } from "./markdown.ts";

export const PAGE = fileURLToPath(new URL("../../docs/rules.md", import.meta.url));

interface ObjectSection {
  readonly title: string;
  readonly text: string;
  readonly frame: string;
  readonly extends?: string;
  readonly fields: Readonly<
    Record<string, { unit?: string; byDefault?: string; meaning?: string; example: string }>
  >;
}

/** The sections, in the order of the page; each describes one kind of object in portfolio descriptions. */
export const SECTIONS = parse(
  readFileSync(new URL("../../docs/rule-fields.yaml", import.meta.url), "utf8"),
) as readonly ObjectSection[];

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

const HEADER = ["field", "type", "unit", "default", "range", "meaning", "example"];

/**
 * The reference page in Markdown for the schema of portfolio descriptions.
 * @throws Error if the schema has other fields than `rule-fields.yaml`
 */
export function rulesPage(schema: z.core.$ZodType = portfolioSchema): string {
  const whole = z.toJSONSchema(schema, { io: "input" }) as Schema;
  const objects = objectsOf(whole);
  for (const one of objects)
    if (one !== whole && sectionOf(one) === undefined)
      throw new Error(
        `No section of rule-fields.yaml describes the object with these fields: ${fieldsOf(one).join(", ")}.`,
      );
  const parts = SECTIONS.map((section, index) => {
    const found = index === 0 ? [whole] : objects.filter((one) => sectionOf(one) === section);
    if (found.length === 0) throw new Error(`No object of the schema has the fields of "${section.title}".`);
    return partOf(section, found);
  });
  return `${[
    "# The rule language",
    "Every field of a portfolio's description, a YAML or JSON file. [Portfolios](guides/portfolios.md) explains how to use one, and the [cookbook](guides/cookbook.md) has rules to copy. `npm run docs:rules` makes this page from the schema; a test keeps it current and reads every example.",
    "All fields are optional unless their default is *required*. An unknown field is an error. A *range* is `3000..4500`, `20..` or `..80`, including both ends; a single number means exactly that. A *share* is a number of lineups, a percentage of them, or a range of these such as `20%..35%`; a single value means exactly that many. A *change* is a number to add or a percentage such as `+10%`.",
    ...parts,
  ].join("\n\n")}\n`;
}

function partOf(
  { title, text, frame, fields, extends: base }: ObjectSection,
  found: readonly Schema[],
): string {
  const inherited = new Set(base === undefined ? [] : Object.keys(sectionOfTitle(base).fields));
  const given = fieldsOf(found[0]!).filter((field) => fields[field] !== undefined || !inherited.has(field));
  const strays = Object.keys(fields).filter((field) => !given.includes(field));
  if (strays.length > 0)
    throw new Error(
      `"${title}" in rule-fields.yaml has rows for fields that the schema lacks: ${strays.join(", ")}. Remove these rows.`,
    );
  const rows = given.map((field) => {
    const row = fields[field];
    if (row === undefined) throw new Error(`"${title}" has no row for the field ${field}.`);
    const schemas = found.map((one) => one.properties![field]!);
    const meaning = row.meaning ?? schemas[0]!.description;
    if (meaning === undefined) throw new Error(`"${title}" has no meaning for the field ${field}.`);
    const isRequired = found[0]!.required?.includes(field) === true;
    if (isRequired === (row.byDefault !== undefined))
      throw new Error(
        `"${title}" must give a default for ${field} if it is optional, and none if it is required.`,
      );
    return [
      code(field),
      either(schemas.flatMap(typesOf)),
      row.unit ?? "",
      row.byDefault ?? "*required*",
      unique(schemas.flatMap(rangesOf)).join("; "),
      meaning,
      code(row.example),
    ];
  });
  return [`## ${title}`, `${text} Examples belong in \`${frame}\`.`, table(HEADER, rows)].join("\n\n");
}

/** All objects with fields in a schema, including itself, in the order of the schema. */
function objectsOf(schema: Schema): readonly Schema[] {
  const { $defs = {}, properties, anyOf = [], items } = schema;
  const inner = [
    ...Object.values(properties ?? {}),
    ...anyOf,
    ...(items ? [items] : []),
    ...Object.values($defs),
  ];
  return [...(properties === undefined ? [] : [schema]), ...inner.flatMap(objectsOf)];
}

function fieldsOf({ properties = {} }: Schema): readonly string[] {
  return Object.keys(properties);
}

/**
 * The section that describes an object: the one whose fields the object has. If the section extends another
 * one, the object may have some of that one's fields too.
 */
function sectionOf(schema: Schema): ObjectSection | undefined {
  const names = fieldsOf(schema);
  return SECTIONS.find(({ fields, extends: base }) => {
    const own = Object.keys(fields);
    if (base === undefined) return own.length === names.length && own.every((field) => names.includes(field));
    const others = Object.keys(sectionOfTitle(base).fields);
    return (
      own.every((field) => names.includes(field)) &&
      names.every((field) => own.includes(field) || others.includes(field))
    );
  });
}

function sectionOfTitle(title: string): ObjectSection {
  return SECTIONS.find((section) => section.title === title)!;
}

function typesOf(schema: Schema): readonly string[] {
  const { $ref, enum: words, anyOf, items, properties, additionalProperties, pattern, type } = schema;
  if ($ref !== undefined) return [link($ref.split("/").at(-1)!)];
  if (words !== undefined) return words.map(code);
  if (anyOf !== undefined)
    return isOneOrList(anyOf) ? [`${typeOf(anyOf[0]!)}, or a list`] : anyOf.flatMap(typesOf);
  if (items !== undefined) return [listOf(typeOf(items))];
  if (properties !== undefined) return [link(sectionOf(schema)!.title)];
  if (typeof additionalProperties === "object")
    return [`map from names to ${inBrackets(typeOf(additionalProperties))}`];
  if (pattern !== undefined) return [patternOf(pattern)];
  return [{ integer: "whole number", number: "number", string: "text" }[type!]!];
}

function typeOf(schema: Schema): string {
  return either(typesOf(schema));
}

function isOneOrList([one, list]: readonly Schema[]): boolean {
  return list?.items !== undefined && typeOf(list.items) === typeOf(one!);
}

function listOf(type: string): string {
  return `list of ${inBrackets(type)}`;
}

function inBrackets(type: string): string {
  return /\bor (?!.*\])/.test(type) ? `(${type})` : type;
}

/** Joins types, each once: `a, b or c`. */
function either(types: readonly string[]): string {
  return wordList(unique(types), "or");
}

function link(title: string): string {
  return `[${title.toLowerCase()}](#${title.toLowerCase().replaceAll(" ", "-")})`;
}

/**
 * Names the kind of text that a pattern accepts: the first kind whose sample matches. General kinds come
 * first, because a pattern of ranges also accepts the sample `1%..2%`, and one of shares the sample `1%`.
 */
function patternOf(pattern: string): string {
  const samples = { range: "-1..2", share: "1%..2%", change: "-1%", percentage: "1%" };
  const kind = Object.entries(samples).find(([, sample]) => new RegExp(pattern).test(sample));
  if (kind === undefined)
    throw new Error(`No sample matches the pattern ${pattern}. Add one that does to \`samples\`.`);
  return kind[0];
}

function rangesOf(schema: Schema): readonly string[] {
  const { anyOf = [], items, minimum, maximum, minItems = 0, maxItems, pattern, maxLength } = schema;
  const inner = [...anyOf, ...(items && items.properties === undefined ? [items] : [])].flatMap(rangesOf);
  const own: string[] = [];
  if (minimum !== undefined) own.push(`${grouped(minimum)} to ${grouped(maximum!)}`);
  if (maxItems !== undefined) own.push(`${grouped(minItems)} to ${grouped(maxItems)} items`);
  if (maxLength !== undefined && pattern === undefined) own.push(`1 to ${grouped(maxLength)} characters`);
  if (pattern !== undefined && patternOf(pattern) === "percentage") own.push("0% or more");
  if (typeof schema.additionalProperties === "object") own.push(...rangesOf(schema.additionalProperties));
  return unique([...own, ...inner]);
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, rulesPage());
