import { afterAll, expect, it } from "vitest";
import { Scratch } from "../../../support/command.ts";
import { startServing } from "../../../support/serving.ts";
import { bare } from "../node/bare.ts";
import { asking, INPUTS, pathOf, read } from "../support.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

it.skipIf(process.platform === "win32")(
  "idle connections beyond the open files that are allowed shut nobody out",
  async () => {
    const projections = scratch.write("projections.json", INPUTS.projections);
    const { url, key } = await startServing(
      ["--projections", projections, "--threads", "1"],
      {},
      { before: "ulimit -n 64" },
    );
    for (let opened = 0; opened < 150; opened += 1) await bare(url);
    const alone = { connection: "close" };
    for (let round = 0; round < 5; round += 1) {
      const health = await fetch(`${url}/health`, { headers: alone });
      expect([health.status, await health.text()]).toEqual([200, '{"meta":{"status":"alive"}}']);
      expect((await read(await fetch(url + pathOf(key), asking(INPUTS.body, alone)))).status).toBe(200);
    }
    const portfolio = { ...INPUTS.body, portfolio: { lineups: 2 } };
    const path = pathOf(key).replace("lineup-optimizer", "lineup-portfolio");
    expect((await read(await fetch(url + path, asking(portfolio, alone)))).status).toBe(200);
  },
);
