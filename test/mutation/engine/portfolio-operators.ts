import type { Node, Operator, Operators, Place } from "./instrument.ts";
import { tableOperators } from "./table-operators.ts";

/** The names that hold parts of a description in the code that reads them. */
const PARTS = new Set(["description", "rule", "exposure", "clause", "points", "limits", "fields"]);
/** The replacement for a rule's bounds when they are dropped. */
const NO_BOUND: Readonly<Record<string, string>> = {
  least: "-Infinity",
  most: "Infinity",
  unique: "0",
  avoid: "[]",
  shares: "[]",
};

const isPart = (node: Node | undefined): node is Node =>
  node?.type === "Identifier" && PARTS.has(node["name"] as string);

/** Drops one of the fields that the code reads from a part of a description. */
const unread: Operator = (place) => {
  const { node, text } = place;
  if (node.type === "MemberExpression" && !node["computed"] && isPart(node["object"] as Node))
    return ["undefined"];
  return isPart(node) ? fieldsRead(place).map((field) => `({...${text(node)}, ${field}: undefined})`) : [];
};

/**
 * The fields that a pattern reads from a part: at its declaration, or of the function parameter it is passed
 * as.
 */
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

/** Drops one of several bounds. */
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

/** Makes an inclusive comparison exclusive, or the reverse. */
const shifted: Operator = ({ node, text }) => {
  const other = node.type === "BinaryExpression" ? SHIFTED[node["operator"] as string] : undefined;
  return other === undefined
    ? []
    : [`(${text(node["left"] as Node)}) ${other} (${text(node["right"] as Node)})`];
};

/** Drops one element of a list; lists that begin with a name are places in messages. */
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

/** Mutation operators for portfolio rules: one is not read, not enforced, or enforced more loosely. */
export const portfolioOperators: Operators = { unread, loosened, shifted, "left out": leftOut };

/** The neutral return value of a function: no rules, or that everything is satisfied. */
export function permissive({ parents, text }: Place): string | null {
  const returned = parents.at(-1)?.["returnType"] as Node | null | undefined;
  if (returned == null) return null;
  const type = text(returned);
  if (type.endsWith("[]")) return "[]";
  if (/\bvoid$/.test(type)) return "";
  return /\bboolean$/.test(type) ? "true" : null;
}
