import { afterAll, describe, expect, it } from "vitest";
import { readKeyHashes } from "../../../src/cli/run/keys.ts";
import { createApiKey } from "../../../src/service/server/authenticate.ts";
import { rejection } from "../../support/client.ts";
import { Scratch } from "../../support/command.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const { key, hash } = createApiKey();
const other = createApiKey().hash;

describe("key hashes", () => {
  it("are read from a file, without comments and empty lines, and from the environment, without duplicates", async () => {
    const file = scratch.write("keys.txt", `# ours\r\n${hash.toUpperCase()} # Ann\n\n`);
    expect(await readKeyHashes(file, ` ${other}, ${hash},`)).toEqual([hash, other]);
    expect(await readKeyHashes(undefined, other)).toEqual([other]);
  });

  it("are required", async () => {
    expect(await rejection(readKeyHashes(undefined, undefined))).toMatchObject({ code: "invalid-option" });
    expect(await rejection(readKeyHashes(scratch.write("none.txt", "# none\n"), " , "))).toMatchObject({
      kind: "input",
    });
  });

  it("are named by their place, never by their content, if malformed", async () => {
    const file = scratch.write("wrong.txt", `${hash}\n${key}\n`);
    for (const given of [
      [file, undefined],
      [undefined, `${hash},${key}`],
    ] as const) {
      const { message } = (await rejection(readKeyHashes(given[0], given[1]))) as Error;
      expect(message).toContain("2");
      expect(message).not.toContain(key);
    }
  });
});
