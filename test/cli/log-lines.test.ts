import { closeSync, openSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { asking, INPUTS, pathOf, read } from "../service/server/support.ts";
import { Scratch } from "../support/command.ts";
import { startServing } from "../support/serving.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const projections = () => ["--projections", scratch.write("projections.json", INPUTS.projections)];

/** The environment of a server that throws on SIGUSR2. */
function throwing() {
  const preload = scratch.write(
    "throws.mjs",
    `process.on("SIGUSR2", () => { setImmediate(() => { throw new TypeError("nothing catches this"); }); });`,
  );
  return { NODE_OPTIONS: `--import ${preload}` };
}

/** Every write to it fails as on a full disk. */
function fullDevice(): number {
  const descriptor = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(descriptor));
  expect(() => writeFileSync(descriptor, "x")).toThrow("ENOSPC");
  return descriptor;
}

describe("serve with a log that cannot be written", () => {
  it("answers, and ends on SIGTERM", async () => {
    const { url, key, child, ended } = await startServing(projections(), {}, { stderr: fullDevice() });
    expect((await read(await fetch(url + pathOf(key), asking()))).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("ends on an uncaught exception", async () => {
    const { url, key, child, ended } = await startServing(projections(), throwing(), {
      stderr: fullDevice(),
    });
    expect((await read(await fetch(url + pathOf(key), asking()))).status).toBe(200);
    child.kill("SIGUSR2");
    expect(await ended).toBe(70);
  });
});

describe("serve that ends on an uncaught exception", () => {
  it("writes the buffered log lines", async () => {
    const { url, key, child, output, ended } = await startServing(projections(), throwing());
    for (let asked = 0; asked < 20; asked += 1) await read(await fetch(url + pathOf(key), asking("{}")));
    child.kill("SIGUSR2");
    expect(await ended).toBe(70);
    expect(output.stderr.match(/"msg":"answered"/g)).toHaveLength(20);
    expect(output.stderr.replace(/\s+/g, " ")).toContain("nothing catches this");
  });
});
