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
