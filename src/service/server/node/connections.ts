import type { Socket } from "node:net";

/** What a server's connections do at a moment. */
export interface ConnectionCounts {
  readonly open: number;
  /** Those that no request is being answered on. */
  readonly idle: number;
}

/** What became of a connection that came when all places were taken. */
export type FullOutcome = "idle-closed" | "refused";

/**
 * The connections of a server, a bounded number. When all places are taken, the one that has been idle for the longest is
 * closed for a new one; a new one is refused only while requests are being answered on all of them.
 */
export class Connections {
  readonly #most: number;
  readonly #onFull: (outcome: FullOutcome) => void;
  readonly #open = new Set<Socket>();
  /** In the order in which they became idle. */
  readonly #idle = new Set<Socket>();

  constructor(most: number, onFull: (outcome: FullOutcome) => void) {
    this.#most = most;
    this.#onFull = onFull;
  }

  get counts(): ConnectionCounts {
    return { open: this.#open.size, idle: this.#idle.size };
  }

  /** Takes a connection, or closes it and gives false. */
  admit(socket: Socket): boolean {
    if (this.#open.size >= this.#most) {
      const [oldest] = this.#idle;
      this.#onFull(oldest === undefined ? "refused" : "idle-closed");
      (oldest ?? socket).destroy();
      if (oldest === undefined) return false;
      this.#leave(oldest);
    }
    this.#open.add(socket);
    this.#idle.add(socket);
    socket.once("close", () => this.#leave(socket));
    return true;
  }

  /** A request of the connection begins to be answered. */
  begin(socket: Socket): void {
    this.#idle.delete(socket);
  }

  /** The last request of the connection is answered. */
  end(socket: Socket): void {
    if (this.#open.has(socket)) this.#idle.add(socket);
  }

  #leave(socket: Socket): void {
    this.#open.delete(socket);
    this.#idle.delete(socket);
  }
}
