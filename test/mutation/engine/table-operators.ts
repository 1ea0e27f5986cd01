import type { Node, Operator, Operators, Place } from "./instrument.ts";

const misspelt: Operator = ({ node }) =>
  node.type === "Literal" && typeof node["value"] === "string" ? [JSON.stringify(`${node["value"]}x`)] : [];

const miscounted: Operator = ({ node }) => {
  const value = node["value"];
  return node.type === "Literal" && typeof value === "number" ? [`${value + 1}`, `${-value || -1}`] : [];
};

const flipped: Operator = ({ node }) =>
  node.type === "Literal" && typeof node["value"] === "boolean" ? [`${!node["value"]}`] : [];

/** A list without each of its elements in turn, and a record without each of its fields. */
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

/** What is done to tables that are written as code: a value is wrong, or missing. */
export const tableOperators: Operators = { misspelt, miscounted, flipped, shortened };

/** What a function of a constraint's record returns that says nothing. */
const SILENT: Readonly<Record<string, string>> = {
  rules: "[]",
  check: "[]",
  breaches: "",
  refusals: "",
  words: "[]",
};

/** The name under which a record has a function; null for others. */
function fieldOf(parents: readonly Node[], text: (node: Node) => string): string | null {
  const parent = parents.at(-1);
  return parent?.type === "Property" ? text(parent["key"] as Node) : null;
}

/** What is done to rules: a function of a constraint's record says nothing. */
export const ruleOperators: Operators = {
  silenced: ({ node, parents, text }) => {
    if (node.type !== "ArrowFunctionExpression") return [];
    const silent = SILENT[fieldOf(parents, text) ?? ""];
    return silent === undefined ? [] : [`() => ${silent}`];
  },
};

/** As `ruleOperators`, for functions with bodies. */
export function silenced({ parents, text }: Place): string | null {
  if (parents.at(-1)?.type !== "FunctionExpression") return null;
  return SILENT[fieldOf(parents.slice(0, -1), text) ?? ""] ?? null;
}
