import { parseSync, visitorKeys } from "oxc-parser";

/** A node of a parsed source; its children are under the keys of its type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** One mutation of a source. */
export interface Mutant {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  /** The operator that made it. */
  readonly operator: string;
  readonly before: string;
  readonly after: string;
}

/** The original text of the node. */
export interface Place {
  readonly node: Node;
  readonly parents: readonly Node[];
  /** A node's text, unchanged. */
  text(node: Node): string;
}

/** Replacement texts for a node, an expression, by the operator's name. */
export type Operator = (place: Place) => readonly string[];
export type Operators = Readonly<Record<string, Operator>>;

/** An instrumented source that checks at each mutant's place whether it is on, and the mutants. */
export interface Instrumented {
  readonly text: string;
  readonly mutants: readonly Mutant[];
  /** The number of mutants, inserted or not. */
  readonly known: number;
}

/** What to insert into a source. */
interface Instrumenting {
  readonly operators: Operators;
  /** The first mutant's number. */
  readonly from: number;
  /** The mutants to insert: sources with few checks run nearly at full speed. */
  readonly isDrawn: (mutant: number) => boolean;
  readonly isWanted: (place: Place) => boolean;
  /** The immediate return value when a function's body is dropped, as text; null to keep the body. */
  readonly instead: (place: Place) => string | null;
}

/** Type wrappers around expressions; other types are left alone. */
const TYPED = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"]);
const LEFT_ALONE = new Set(["ImportDeclaration", "ExportAllDeclaration", "TaggedTemplateExpression"]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** Inserts the mutants of the operators into a source, numbered from `from`. */
export function instrument(
  file: string,
  source: string,
  { operators, from, isDrawn, isWanted, instead }: Instrumenting,
): Instrumented {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const mutants: Mutant[] = [];
  const text = ({ start, end }: Node) => source.slice(start, end);

  let known = 0;

  /** The number of an inserted mutant; null for others. */
  function add(node: Node, operator: string, before: string, after: string): number | null {
    const id = from + known;
    known += 1;
    if (!isDrawn(id)) return null;
    const line = source.slice(0, node.start).split("\n").length;
    mutants.push({ id, file, line, operator, before: short(before), after: short(after) });
    return id;
  }

  function render(node: Node, parents: readonly Node[], isBare: boolean): string {
    if (node.type.startsWith("TS") && !TYPED.has(node.type)) return text(node);
    if (LEFT_ALONE.has(node.type) || (node.type === "ExportNamedDeclaration" && node["source"] !== null))
      return text(node);
    const inside = renderInside(node, [...parents, node]);
    const place = { node, parents, text };
    if (isBare || !isWanted(place)) return inside;
    if (isBody(place)) return dropBody(place, inside);
    const ways = Object.entries(operators).flatMap(([operator, waysOf]) =>
      waysOf(place).map((after) => ({
        after,
        id: add(node, operator, shown(place), after),
      })),
    );
    return ways.reduceRight(
      (rest, { after, id }) => (id === null ? rest : `(isOn(${id})?(${after}):(${rest}))`),
      inside,
    );
  }

  function renderInside(node: Node, lineage: readonly Node[]): string {
    const children = childrenOf(node).sort((a, b) => a.node.start - b.node.start);
    let out = "";
    let at = node.start;
    for (const child of children) {
      if (child.node.start < at) continue;
      out += source.slice(at, child.node.start) + render(child.node, lineage, child.isBare);
      at = child.node.end;
    }
    return out + source.slice(at, node.end);
  }

  /** A function body that returns immediately if its mutant is on. */
  function dropBody(place: Place, inside: string): string {
    const { node, parents } = place;
    const returned = instead(place);
    if (returned === null || (node["body"] as Node[]).length === 0 || isConstructor(parents)) return inside;
    const id = add(
      node,
      "body dropped",
      text(
        parents.at(-1)?.type === "FunctionDeclaration" ? (parents.at(-1) as Node) : (parents.at(-2) as Node),
      ),
      `{ return ${returned} }`,
    );
    return id === null ? inside : `{if(isOn(${id}))return ${returned};${inside.slice(1)}`;
  }

  const whole = program as unknown as Node;
  const rendered = render(whole, [], true);
  return { text: source.slice(0, whole.start) + rendered + source.slice(whole.end), mutants, known };
}

/** A place's text; for a number, with the constant's name or the expression around it. */
function shown({ node, parents, text }: Place): string {
  const own = text(node);
  if (node.type !== "Literal") return own;
  const parent = parents.at(-1);
  if (parent?.type === "VariableDeclarator" && parent["init"] === node)
    return `${text(parent["id"] as Node)} = ${own}`;
  if (typeof node["value"] !== "number") return own;
  const around = parents.findLast(({ type }) => type !== "UnaryExpression" && !TYPED.has(type));
  return around === undefined ? own : `${own} in ${text(around)}`;
}

function isBody({ node, parents }: Place): boolean {
  return node.type === "BlockStatement" && FUNCTIONS.has(parents.at(-1)?.type ?? "");
}

/** Children, and whether they must stay unchanged: targets, keys, callees and links of optional chains. */
function childrenOf(node: Node): { node: Node; isBare: boolean }[] {
  const bare = bareKeys(node);
  const link = node["optional"] !== undefined || node.type === "ChainExpression";
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const value = node[key];
    const nodes = (Array.isArray(value) ? value : [value]).filter(isNode);
    const isChained = link && (key === "object" || key === "callee" || key === "expression");
    return nodes.map((child) => ({
      node: child,
      isBare: bare.includes(key) || (isChained && MEMBERS.has(child.type)),
    }));
  });
}

const MEMBERS = new Set(["MemberExpression", "CallExpression", "TSNonNullExpression"]);

function bareKeys(node: Node): readonly string[] {
  switch (node.type) {
    case "Property":
      if (node["shorthand"] || node["method"] || node["kind"] !== "init") return ["key", "value"];
      return node["computed"] ? [] : ["key"];
    case "MethodDefinition":
      return ["key", "value"];
    case "PropertyDefinition":
      return ["key"];
    case "MemberExpression":
      return node["computed"] ? [] : ["property"];
    case "AssignmentExpression":
    case "ForOfStatement":
      return ["left"];
    case "UpdateExpression":
      return ["argument"];
    case "UnaryExpression":
      return node["operator"] === "delete" ? ["argument"] : [];
    case "SwitchCase":
      return ["test"];
    case "ExpressionStatement":
      return node["directive"] ? ["expression"] : [];
    case "ImportExpression":
      return ["source"];
    default:
      return [];
  }
}

function isConstructor(parents: readonly Node[]): boolean {
  return parents.at(-2)?.type === "MethodDefinition" && parents.at(-2)?.["kind"] === "constructor";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}
