import { createApiKey, isKeyHash } from "../../service/server/authenticate.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import { usageError } from "../errors.ts";
import { inputName, readText } from "../input/files.ts";
import { API_KEYS } from "../options/definitions.ts";
import { writeResult } from "../output.ts";

/** Errors name the line but not its content, which may be a key instead of its hash. */
export async function readKeyHashes(
  file: string | undefined,
  environment: string | undefined,
): Promise<readonly string[]> {
  const fromFile = file === undefined ? [] : hashesOfFile(await readText(file), inputName(file));
  const fromEnvironment = (environment ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const wrong = fromEnvironment.findIndex((part) => !isKeyHash(part));
  if (wrong !== -1) throw usageError(API_KEYS, `has a value, number ${wrong + 1}, that ${NO_HASH}`);
  const hashes = [...new Set([...fromFile, ...fromEnvironment].map((hash) => hash.toLowerCase()))];
  if (hashes.length > 0) return hashes;
  const remedy = "must give the hash of at least one API key. Make a key with `dfs-lineups key`.";
  throw usageError("--keys", `or ${API_KEYS} ${remedy}`);
}

const NO_HASH =
  "is not a SHA-256 hash of 64 hexadecimal digits. Take the hash that `dfs-lineups key` prints.";

function hashesOfFile(text: string, name: string): readonly string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const entry = line.replace(/#.*/, "").trim();
    if (entry === "" || isKeyHash(entry)) return entry === "" ? [] : [entry];
    throw new InvalidFileError(name, index + 1, NO_HASH);
  });
}

export async function run(): Promise<void> {
  const { key, hash } = createApiKey();
  await writeResult(`key   ${key}\nhash  ${hash}\n`);
}
