import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A name that an entry point exports, and the place of its declaration. */
export interface PublicName {
  readonly name: string;
  /** Relative to the project. */
  readonly file: string;
  /** Whether a docstring precedes the declaration. */
  readonly documented: boolean;
}

const FROM = /export (?:type )?(\*|\{[^}]*\}) from "([^"]+)";/g;
const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;

/** Every name that a module exports, including re-exports. */
export function publicNames(file: string): PublicName[] {
  const text = readFileSync(`${ROOT}${file}`, "utf8");
  const own = [...text.matchAll(DECLARATION)].map(({ 1: name, index }) => ({
    name: name!,
    file,
    documented: /\*\/\n$/.test(text.slice(0, index)),
  }));
  const passed = [...text.matchAll(FROM)].flatMap(([, what, from]) => {
    const others = publicNames(resolved(file, from!));
    if (what === "*") return others;
    return namesIn(what!).map(({ name, as }) => {
      const found = others.find((other) => other.name === name);
      if (found === undefined) throw new Error(`${file} exports ${name} of ${from}, which has no such name.`);
      return { ...found, name: as };
    });
  });
  return [...own, ...passed];
}

function namesIn(list: string): { readonly name: string; readonly as: string }[] {
  return list
    .slice(1, -1)
    .split(",")
    .map((part) => part.trim().replace(/^type /, ""))
    .filter((part) => part !== "")
    .map((part) => {
      const [name, as = name] = part.split(" as ");
      return { name: name!, as: as! };
    });
}

function resolved(file: string, from: string): string {
  return new URL(from, `file:///${file}`).pathname.slice(1);
}
