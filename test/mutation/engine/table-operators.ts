import type { Node, Operator, Operators, Place } from "./instrument.ts";

const misspelt: Operator = ({ node }) =>
  node.type === "Literal" && typeof node["value"] === "string" ? [JSON.stringify(`${node["value"]}x`)] : [];

const miscounted: Operator = ({ node }) => {
  const value = node["value"];
  return node.type === "Literal" && typeof value === "number" ? [`${value + 1}`, `${-value || -1}`] : [];
};

const flipped: Operator = ({ node }) =>
  node.type === "Literal" && typeof node["value"] === "boolean" ? [`${!node["value"]}`] : [];

/** Drops each element of a list in turn, and each field of a record. */
const shortened: Operator = ({ node, text }) => {
  const lists = {
    ArrayExpression: ["elements", "[", "]"],
    ObjectExpression: ["properties", "{", "}"],
  } as const;
  const found = lists[node.type as keyof typeof lists];
  if (found === undefined) return [];
  const [key, open, close] = found;
  const parts = node[key] as Node[];
  return parts.map(
    (dropped) =>
      `${open}${parts
        .filter((one) => one !== dropped)
        .map(text)
        .join(", ")}${close}`,
  );
};

/** Mutation operators for tables written as code: a value is wrong, or missing. */
export const tableOperators: Operators = { misspelt, miscounted, flipped, shortened };

/** The neutral return value of a function in a constraint's record. */
const SILENT: Readonly<Record<string, string>> = {
  rules: "[]",
  check: "[]",
  breaches: "",
  refusals: "",
  words: "[]",
};

/** The name of a function in a record; null for other properties. */
function fieldOf(parents: readonly Node[], text: (node: Node) => string): string | null {
  const parent = parents.at(-1);
  return parent?.type === "Property" ? text(parent["key"] as Node) : null;
}

/** Mutation operators for rules: a function of a constraint's record returns its neutral value. */
export const ruleOperators: Operators = {
  silenced: ({ node, parents, text }) => {
    if (node.type !== "ArrowFunctionExpression") return [];
    const silent = SILENT[fieldOf(parents, text) ?? ""];
    return silent === undefined ? [] : [`() => ${silent}`];
  },
};

/** Like `ruleOperators`, for functions with bodies. */
export function silenced({ parents, text }: Place): string | null {
  if (parents.at(-1)?.type !== "FunctionExpression") return null;
  return SILENT[fieldOf(parents.slice(0, -1), text) ?? ""] ?? null;
}
