import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Script } from "node:vm";
import type { Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { slateInputs } from "../../../src/files/slate-inputs.ts";
import { readSlateFile } from "../../../src/platform/node/files.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { bundle, highsRuntime, script, solverScript } from "../../support/browser/bundle.ts";
import { openChromium } from "../../support/browser/chromium.ts";
import { type Site, serveFiles } from "../../support/browser/serve.ts";
import { PROCESS_TIMEOUT } from "../../support/command.ts";
import { sampleSlate } from "../../support/sample-slates.ts";
import { INSTALLATION } from "../../support/system.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FILE = "american-football.draftkings.classic.csv";

/** The messages that an engine sent, without their typed arrays' types. */
interface Sent {
  readonly kind: string;
  readonly number?: number;
  readonly code?: string;
  readonly names?: readonly string[];
  readonly entries?: readonly number[];
  readonly points?: readonly number[];
}

let site: Site;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  const { files } = await bundle({
    page: script("example.js"),
    engine: "examples/browser/engine.ts",
  });
  const served = new Map<string, string | Uint8Array>(files);
  site = await serveFiles(
    served
      .set("index.html", '<!doctype html><script type="module" src="page.js"></script>')
      .set("solver.js", solverScript())
      .set("highs.wasm", highsRuntime()),
  );
  page = await (await openChromium()).newPage();
  page.setDefaultTimeout(PROCESS_TIMEOUT);
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`${site.url}/index.html`);
  await page.waitForFunction("self.answersTo !== undefined");
}, INSTALLATION);

afterAll(async () => {
  await page?.close();
  await site?.[Symbol.asyncDispose]();
});

function answersTo(text: string, edits: readonly object[]): Promise<readonly Sent[]> {
  return page.evaluate(`self.answersTo(${JSON.stringify({ text, edits })})`);
}

describe("the example of the browser guide", () => {
  it("is bundled without settings, and needs no file that it does not have", async () => {
    const logs: string[] = [];
    await using own = await rolldown({
      input: `${ROOT}examples/browser/engine.ts`,
      // Some parts that one script loads late are loaded early by another.
      onLog: (_level, { code, message }) => code !== "INEFFECTIVE_DYNAMIC_IMPORT" && logs.push(message),
    });
    const { output } = await own.generate({ format: "esm" });
    const names = new Set(output.map(({ fileName }) => fileName));
    const wanted = output.flatMap((part) =>
      part.type === "chunk" ? [...part.imports, ...part.dynamicImports] : [],
    );
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
    expect(logs).toEqual([]);
    const solver = String(solverScript());
    // A script that is no module can have no other imports.
    expect(() => new Script(solver)).not.toThrow();
    expect(/\bimport\s*\(/.test(solver)).toBe(false);
  });

  it("compiles with the types of the DOM", { timeout: PROCESS_TIMEOUT }, async () => {
    const compiler = `${ROOT}node_modules/.bin/tsc`;
    const { stdout } = await promisify(execFile)(compiler, ["-p", "examples/browser"], {
      cwd: ROOT,
      timeout: PROCESS_TIMEOUT,
    });
    expect(stdout).toBe("");
  });

  it("answers the last of several edits as Node does", async () => {
    const text = sampleSlate(FILE);
    const edits = [
      { count: 150 },
      { count: 150, bans: [0] },
      { count: 20, bans: [0], locks: [{ entry: 7 }] },
    ];
    const sent = await answersTo(text, edits);
    await using optimizer = await createOptimizer({ threads: 0 });
    const slate = await optimizer.openSlate(slateInputs(readSlateFile(text, { file: FILE })));
    const { entries, points } = await slate.best(edits[2]);
    expect(sent[0]!.names).toHaveLength(slate.entries.length);
    expect(sent.at(-1)).toEqual({
      ...{ kind: "lineups", number: 3 },
      ...{ entries: Array.from(entries), points: Array.from(points) },
    });
  });

  it("reports a file that is no salary file, and an edit without lineups", async () => {
    expect(await answersTo("a,b\n1,2\n", [])).toMatchObject([{ kind: "failed", code: "invalid-file" }]);
    const sent = await answersTo(sampleSlate(FILE), [{ cap: 1 }]);
    expect(sent.at(-1)).toMatchObject({ kind: "failed", number: 1, code: "infeasible" });
  });

  it("has no uncaught errors", () => {
    expect(faults).toEqual([]);
  });
});
