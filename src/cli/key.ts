import { Command } from "commander";
import { createApiKey } from "../server/api-keys.ts";
import { writeResult } from "./output.ts";

/** Makes an API key for the server. */
export function keyCommand(): Command {
  return new Command("key")
    .description(
      "Make a random API key. Give the key to its user, and the hash to serve: it never needs the key.",
    )
    .action(async () => {
      const { key, hash } = createApiKey();
      await writeResult(`key   ${key}\nhash  ${hash}\n`);
    });
}
