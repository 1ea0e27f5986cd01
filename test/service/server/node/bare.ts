import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A raw connection without an HTTP client; `read.text` is everything received. */
export interface Bare {
  readonly socket: Socket;
  readonly read: { text: string };
  readonly ended: Promise<unknown>;
}

/** Connects to the server, until the test has finished. */
export async function bare(url: string): Promise<Bare> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const read = { text: "" };
  socket.setEncoding("utf8").on("data", (text: string) => {
    read.text += text;
  });
  socket.on("error", () => {});
  const ended = once(socket, "close");
  await once(socket, "connect");
  return { socket, read, ended };
}

/** The text of a POST of JSON; it announces the body's length or another. */
export function posting(target: string, body = "", length = Buffer.byteLength(body)): string {
  return `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
}
