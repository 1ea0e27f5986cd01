import { createApiKey } from "../../service/server/authenticate.ts";
import { writeResult } from "../output.ts";

/** Makes an API key for the server. */
export async function run(): Promise<void> {
  const { key, hash } = createApiKey();
  await writeResult(`key   ${key}\nhash  ${hash}\n`);
}
