import { closeSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import { devNull } from "node:os";
import { turn } from "../../../shared/clock.ts";

/**
 * A server's connections; at most `most` are open, and each has one request answered at a time. A further
 * connection replaces the one that has been idle longest; without an idle one, it is refused.
 */
export class Connections {
  readonly #open = new Map<Socket, number>();
  /** Idle connections, in the order in which they became idle. */
  readonly #idle = new Set<Socket>();
  readonly #lines = new WeakMap<Socket, Promise<void>>();
  readonly #most: number;
  readonly #longest: number;

  /** A connection is closed if more than `longest` of its requests wait behind the one being answered. */
  constructor(most: number, longest: number) {
    this.#most = most;
    this.#longest = longest;
  }

  /** The numbers of open connections, and of idle ones: those on which no request is being answered. */
  get counts(): { readonly open: number; readonly idle: number } {
    return { open: this.#open.size, idle: this.#idle.size };
  }

  /** Accepts a connection or closes it; returns whether one had to be closed. */
  admit(socket: Socket): boolean {
    const isFull = this.#open.size >= this.#most;
    if (isFull) {
      const [oldest = socket] = this.#idle;
      oldest.destroy();
      this.#leave(oldest);
      if (oldest === socket) return true;
    }
    this.#open.set(socket, 0);
    this.#idle.add(socket);
    socket.once("close", () => this.#leave(socket));
    return isFull;
  }

  /** Runs `answer` after the earlier requests of the same connection; never if it closes first. */
  join(socket: Socket, answer: () => Promise<void>): void {
    const before = this.#open.get(socket);
    if (before === undefined || socket.destroyed) return;
    if (before > this.#longest) {
      socket.destroy();
      return;
    }
    this.#open.set(socket, before + 1);
    this.#idle.delete(socket);
    const earlier = this.#lines.get(socket) ?? Promise.resolve();
    const line = earlier.then(async () => {
      if (!socket.destroyed) await answer();
      const left = this.#open.get(socket);
      if (left === undefined) return;
      this.#open.set(socket, left - 1);
      if (left === 1) this.#idle.add(socket);
      // The system accepts dozens of answers before it reports that the client reads none; serve other
      // connections in between.
      else await turn();
    });
    this.#lines.set(socket, line);
  }

  #leave(socket: Socket): void {
    this.#open.delete(socket);
    this.#idle.delete(socket);
  }
}

/** Files and sockets that a server opens besides its connections, such as those of the prediction service. */
const OTHER_FILES = 24;

/** At most `most`, but no more connections than files that this process may still open. */
export function connectionsWithin(most: number): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: unknown } } };
  const files = Number(userLimits?.open_files.soft ?? Number.NaN);
  if (Number.isNaN(files)) return most;
  // The system gives the lowest number that is free.
  const next = openSync(devNull, "r");
  closeSync(next);
  return Math.max(1, Math.min(most, files - next - OTHER_FILES));
}
