import type { Node, Operator, Operators, Place } from "./instrument.ts";
import { tableOperators } from "./table-operators.ts";

/** What a description's parts are called where they are read. */
const PARTS = new Set(["description", "rule", "exposure", "clause", "points", "limits", "fields"]);
/** What stands in place of a rule's bounds that are none. */
const NO_BOUND: Readonly<Record<string, string>> = {
  least: "-Infinity",
  most: "Infinity",
  unique: "0",
  avoid: "[]",
  shares: "[]",
};

const isPart = (node: Node | undefined): node is Node =>
  node?.type === "Identifier" && PARTS.has(node["name"] as string);

/** A part of a description without one of the fields that are read of it there. */
const unread: Operator = (place) => {
  const { node, text } = place;
  if (node.type === "MemberExpression" && !node["computed"] && isPart(node["object"] as Node))
    return ["undefined"];
  return isPart(node) ? fieldsRead(place).map((field) => `({...${text(node)}, ${field}: undefined})`) : [];
};

/** The fields that a pattern takes of a part: where it is declared, or of the function's parameter it is given as. */
function fieldsRead({ node, parents }: Place): readonly string[] {
  const parent = parents.at(-1);
  if (parent?.type === "VariableDeclarator" && parent["init"] === node) return keysOf(parent["id"] as Node);
  if (parent?.type !== "CallExpression") return [];
  const at = (parent["arguments"] as Node[]).indexOf(node);
  const called = (parent["callee"] as Node)["name"];
  const declared = ((parents[0]?.["body"] ?? []) as Node[]).find(
    (one) => one.type === "FunctionDeclaration" && (one["id"] as Node)["name"] === called,
  );
  const parameter = (declared?.["params"] as Node[] | undefined)?.[at];
  return parameter === undefined ? [] : keysOf(parameter);
}

function keysOf(pattern: Node): readonly string[] {
  if (pattern.type !== "ObjectPattern") return [];
  return (pattern["properties"] as Node[]).flatMap((one) =>
    one.type === "Property" ? [(one["key"] as Node)["name"] as string] : [],
  );
}

/** What states bounds, without one of them. */
const loosened: Operator = ({ node, parents, text }) => {
  if (node.type === "ObjectExpression") {
    const named = (node["properties"] as Node[])
      .filter((one) => one.type === "Property" && !/\bPOSITIVE_INFINITY$/.test(text(one["value"] as Node)))
      .map((one) => text(one["key"] as Node));
    return named.flatMap((name) =>
      NO_BOUND[name] === undefined ? [] : [`({...${text(node)}, ${name}: ${NO_BOUND[name]}})`],
    );
  }
  if (!isPart(node) || parents.at(-1)?.type !== "SpreadElement") return [];
  return ["least", "most"].map((name) => `({...${text(node)}, ${name}: ${NO_BOUND[name]}})`);
};

const SHIFTED: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };

/** A comparison that includes its end, or no longer does. */
const shifted: Operator = ({ node, text }) => {
  const other = node.type === "BinaryExpression" ? SHIFTED[node["operator"] as string] : undefined;
  return other === undefined
    ? []
    : [`(${text(node["left"] as Node)}) ${other} (${text(node["right"] as Node)})`];
};

/** A list without one of its elements; those that begin with a name are places that messages tell. */
const leftOut: Operator = (place) => {
  const { node } = place;
  if (node.type !== "ArrayExpression") return [];
  const elements = node["elements"] as Node[];
  const isPlace = elements.some(
    ({ type, value, argument }) =>
      typeof value === "string" || (type === "SpreadElement" && (argument as Node)["name"] === "path"),
  );
  return isPlace ? [] : (tableOperators["shortened"]?.(place) ?? []);
};

/** What is done to the rules of portfolios: one is not read, or not held, or more loosely. */
export const portfolioOperators: Operators = { unread, loosened, shifted, "left out": leftOut };

/** What a function returns that has nothing to say: no rules, or that all is kept. */
export function permissive({ parents, text }: Place): string | null {
  const returned = parents.at(-1)?.["returnType"] as Node | null | undefined;
  if (returned == null) return null;
  const type = text(returned);
  if (type.endsWith("[]")) return "[]";
  if (/\bvoid$/.test(type)) return "";
  return /\bboolean$/.test(type) ? "true" : null;
}
