import { describe, expect, it } from "vitest";
import { heldProjections, INPUTS, pathOf, testServer, until } from "../support.ts";
import { bare, posting } from "./bare.ts";

/** Closes the connection after each answer. */
const alone = { connection: "close" };

async function server(maxConnections: number, projections = heldProjections()) {
  const started = await testServer({ projections: projections.source, sockets: { maxConnections } });
  const metric = async (name: string) => {
    const text = await (await fetch(`${started.url}/metrics`, { headers: alone })).text();
    return Number(new RegExp(`^${name.replace(/[{}"]/g, "\\$&")} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  };
  return { ...started, projections, metric };
}

describe("a server whose connections are all in use", () => {
  it("closes the longest idle one, and counts it", async () => {
    const { url, metric } = await server(3);
    const idle = [await bare(url), await bare(url), await bare(url)];
    // The first has just been used: the second is idle for longer.
    idle[0]!.socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    await until(() => idle[0]!.read.text.includes("alive"));
    expect(await metric("dfs_lineups_connections")).toBe(3);
    await idle[1]!.ended;
    expect([idle[0]!.socket.destroyed, idle[2]!.socket.destroyed]).toEqual([false, false]);
    expect(await metric("dfs_lineups_idle_connections")).toBe(2);
    const more = await bare(url);
    const last = await bare(url);
    await idle[2]!.ended;
    expect([more.socket.destroyed, last.socket.destroyed]).toEqual([false, false]);
    expect(await metric("dfs_lineups_connections_full_total")).toBeGreaterThan(2);
  });

  it("refuses a new one if all are being answered", async () => {
    const { url, key, projections, metric } = await server(2);
    const request = posting(pathOf(key), JSON.stringify(INPUTS.body));
    const busy = [await bare(url), await bare(url)];
    for (const { socket } of busy) socket.write(request);
    await until(() => projections.asked === 2);
    await (await bare(url)).ended;
    projections.open();
    await until(() => busy.every(({ read: { text } }) => text.startsWith("HTTP/1.1 200")));
    expect(await metric("dfs_lineups_connections_full_total")).toBeGreaterThan(0);
  });
});
