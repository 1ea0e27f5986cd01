import type { Node, Operator, Operators, Place } from "./instrument.ts";

const EXCHANGED: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&": ["|"],
  "|": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
  "*=": ["/="],
  "|=": ["&="],
  "&=": ["|="],
};

/** Methods and their counterparts. */
const COUNTERPARTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    some: "every",
    every: "some",
    min: "max",
    max: "min",
    floor: "ceil",
    ceil: "floor",
    toUpperCase: "toLowerCase",
    toLowerCase: "toUpperCase",
    startsWith: "endsWith",
    endsWith: "startsWith",
  }),
);
/** Methods whose calls can be replaced by their receiver. */
const DROPPED = new Set(["filter", "sort", "toSorted", "reverse", "slice", "trim"]);

const exchanged: Operator = ({ node, text }) => {
  if (!["BinaryExpression", "LogicalExpression", "AssignmentExpression"].includes(node.type)) return [];
  const left = node["left"] as Node;
  const right = node["right"] as Node;
  const operator = node["operator"] as string;
  // Strings are joined by the plus sign, and cannot be subtracted.
  if (["+", "+="].includes(operator) && [left, right].some(isText)) return [];
  return (EXCHANGED[operator] ?? []).map((other) => `(${text(left)}) ${other} (${text(right)})`);
};

const decided: Operator = (place) => {
  const { node, parents } = place;
  const parent = parents.at(-1);
  if (parent?.["test"] !== node) return [];
  if (parent.type === "IfStatement" || parent.type === "ConditionalExpression") return ["true", "false"];
  return ["WhileStatement", "ForStatement", "DoWhileStatement"].includes(parent.type) ? ["false"] : [];
};

const unary: Operator = ({ node, text }) => {
  if (node.type !== "UnaryExpression") return [];
  return ["!", "-", "~"].includes(node["operator"] as string) ? [text(node["argument"] as Node)] : [];
};

const updated: Operator = ({ node, text }) => {
  if (node.type !== "UpdateExpression") return [];
  const argument = text(node["argument"] as Node);
  const other = node["operator"] === "++" ? "--" : "++";
  return [node["prefix"] ? `${other}${argument}` : `${argument}${other}`];
};

const called: Operator = ({ node, text }) => {
  if (node.type !== "CallExpression") return [];
  const callee = node["callee"] as Node;
  if (callee.type !== "MemberExpression" || callee["computed"] || callee["optional"]) return [];
  const object = callee["object"] as Node;
  const name = text(callee["property"] as Node);
  if (DROPPED.has(name)) return [text(object)];
  const other = COUNTERPARTS.get(name);
  return other === undefined ? [] : [`${text(object)}.${other}${text(node).slice(callee.end - node.start)}`];
};

const flipped: Operator = ({ node }) =>
  node.type === "Literal" && typeof node["value"] === "boolean" ? [`${!node["value"]}`] : [];

const counted: Operator = ({ node }) =>
  node.type === "Literal" && typeof node["value"] === "number" ? [`${node["value"] + 1}`] : [];

const emptied: Operator = ({ node }) => {
  if (node.type === "ArrayExpression" && (node["elements"] as Node[]).length > 0) return ["[]"];
  return node.type === "ObjectExpression" && (node["properties"] as Node[]).length > 0 ? ["{}"] : [];
};

const renamed: Operator = ({ node }) => (isName(node) ? [node["value"] === "" ? '"other"' : '""'] : []);

const linked: Operator = ({ node, text }) => {
  if (node.type !== "ChainExpression") return [];
  return text(node).split("?.").length === 2
    ? [text(node).replace("?.[", "[").replace("?.(", "(").replace("?.", ".")]
    : [];
};

const returned: Operator = ({ node, parents }) => {
  const parent = parents.at(-1);
  return parent?.type === "ArrowFunctionExpression" && parent["body"] === node ? ["undefined"] : [];
};

/** Mutation operators for code: each keeps the program valid and changes its meaning. */
export const codeOperators: Operators = {
  "operator exchanged": exchanged,
  "condition decided": decided,
  "sign dropped": unary,
  "step turned": updated,
  "call exchanged": called,
  "boolean flipped": flipped,
  "number raised": counted,
  emptied,
  "name changed": renamed,
  "link forced": linked,
  "result dropped": returned,
};

/**
 * Whether a place is prose: error messages and descriptions of fields are for people, and tests do not fix
 * them.
 */
export function isProse({ node, parents }: Place): boolean {
  return [...parents, node].some(
    (one) =>
      one.type === "CallExpression" &&
      ((one["callee"] as Node)["property"] as Node | undefined)?.["name"] === "describe",
  );
}

function isText(node: Node): boolean {
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node["value"] === "string");
}

/** A string that code compares, not prose. */
function isName(node: Node): boolean {
  return node.type === "Literal" && typeof node["value"] === "string" && !/\s|[.;]$/.test(node["value"]);
}
