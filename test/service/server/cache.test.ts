import { afterAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../../src/service/server/authenticate.ts";
import { testService } from "../../support/client.ts";
import { inOwnProcess, Scratch } from "../../support/command.ts";
import { lineupRequestFor } from "../../support/lineup-request.ts";
import { startServing } from "../../support/serving.ts";
import { asking, pathOf, read, until } from "./support.ts";

const SPORT = "basketball";
const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

describe("serve --cache FILE", () => {
  it("continues without the cache if its file cannot grow, reports it, and ends on SIGTERM", async () => {
    const service = await testService();
    const body = lineupRequestFor(service.data[SPORT]!, "bookA", "classic");
    const { url, key, child, output, ended } = await startServing(
      ["--service", service.url, "--sports", SPORT, "--cache", scratch.path("full.lmdb")],
      { DFS_LINEUPS_SERVICE_KEY: service.apiKey },
      // Limits files to 20 blocks of 512 or 1,024 bytes; writes beyond that fail without a fatal signal.
      { before: "trap '' XFSZ; ulimit -f 20" },
    );
    const ask = async (cap: number) =>
      read(await fetch(url + pathOf(key, "", SPORT), asking({ ...body, cap })));
    expect((await ask(50_000)).status).toBe(200);
    await until(() =>
      /"level":40.*the file \S+ could not be written; see whether its disk is full/.test(output.stderr),
    );
    expect((await ask(49_000)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it.each([
    ["text", Buffer.from("these are notes, and no cache")],
    ["zeros", Buffer.alloc(20_000)],
  ])("refuses a file of %s", async (name, content) => {
    const file = scratch.write(`${name}.lmdb`, content);
    const { exitCode, stderr } = await inOwnProcess(
      ["serve", "--service", "http://127.0.0.1:1", "--cache", file],
      { environment: { DFS_LINEUPS_SERVICE_KEY: "k", DFS_LINEUPS_API_KEYS: createApiKey().hash } },
    );
    expect(exitCode).toBe(2);
    expect(stderr.replace(/\s+/g, " ")).toContain(
      `${file} is not a cache of this package, or it is damaged.`,
    );
  });
});
