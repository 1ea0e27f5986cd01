import { expect, it } from "vitest";
import { INPUTS, pathOf, testServer, until } from "../support.ts";
import { bare } from "./bare.ts";

const BODY = JSON.stringify(INPUTS.body);

function headOf(key: string, length: number): string {
  return `POST ${pathOf(key)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;
}

it("asks for a body that the client holds back, answers, and keeps the connection", async () => {
  const { url, key } = await testServer();
  const { socket, read } = await bare(url);
  for (let sent = 1; sent <= 2; sent += 1) {
    const before = read.text.length;
    socket.write(headOf(key, BODY.length));
    await until(() => read.text.length > before);
    expect(read.text.slice(before)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write(BODY);
    await until(() => read.text.slice(before).includes('"totalItems":3'));
  }
  expect(read.text.match(/HTTP\/1.1 \d+/g)).toEqual([
    "HTTP/1.1 100",
    "HTTP/1.1 200",
    "HTTP/1.1 100",
    "HTTP/1.1 200",
  ]);
});

it.each([
  ["is too large", 413, (key: string) => headOf(key, 1_001)],
  ["comes with an unknown key", 401, () => headOf("no-such-key", 10)],
])("does not ask for a body that %s, and closes the connection", async (_, status, head) => {
  const { url, key } = await testServer({ limits: { maxBody: 1_000 } });
  const { socket, read } = await bare(url);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(head(key));
  await closed;
  expect(read.text.match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  expect(read.text.toLowerCase()).toContain("connection: close");
});
