import type { Socket } from "node:net";
import { turn } from "../../../shared/turn.ts";

/** Answers one request; settles when its answer has left, or its connection closed. */
type Answer = () => Promise<void>;

interface Line {
  readonly waiting: Answer[];
  busy: boolean;
  joined: number;
  announced: number;
  nobodyWaits: () => void;
}

/** What is called when the first of a connection's requests takes its turn, and when the last is answered. */
interface Turns {
  begin(socket: Socket): void;
  end(socket: Socket): void;
}

/** The requests of each connection, one after another: what one connection asks for is held once at a time. */
export class Lines {
  readonly #lines = new WeakMap<Socket, Line>();
  readonly #longest: number;
  readonly #turns: Turns;

  /** `turns` receives when a connection's requests begin and end to be answered. A connection on which more than `longest` requests wait behind the one being answered is closed. */
  constructor(longest: number, turns: Turns = { begin: () => {}, end: () => {} }) {
    this.#longest = longest;
    this.#turns = turns;
  }

  /**
   * Gives the answer when those of the same connection before it are over; never, if it closes before. `announced` is the
   * length of the body that is to come.
   */
  join(socket: Socket, answer: Answer, announced = 0): void {
    if (socket.destroyed) return;
    const line = this.#lineOf(socket);
    if (line.busy && line.waiting.length >= this.#longest) {
      line.waiting.length = 0;
      socket.destroy();
      return;
    }
    line.joined += 1;
    line.announced = announced;
    line.waiting.push(answer);
    if (!line.busy) void this.#run(line, socket);
  }

  /** Requests of the connection so far. */
  joined(socket: Socket): number {
    return this.#lineOf(socket).joined;
  }

  /** Bytes that the connection's latest request announced as its body. */
  announced(socket: Socket): number {
    return this.#lineOf(socket).announced;
  }

  /** Whether a request of the connection waits behind another. */
  isWaiting(socket: Socket): boolean {
    return this.#lineOf(socket).waiting.length > 0;
  }

  /** Calls back each time that the last of those that waited takes its turn. */
  whenNobodyWaits(socket: Socket, then: () => void): void {
    this.#lineOf(socket).nobodyWaits = then;
  }

  #lineOf(socket: Socket): Line {
    const known = this.#lines.get(socket);
    if (known) return known;
    const line = { waiting: [], busy: false, joined: 0, announced: 0, nobodyWaits: () => {} };
    this.#lines.set(socket, line);
    return line;
  }

  async #run(line: Line, socket: Socket): Promise<void> {
    line.busy = true;
    this.#turns.begin(socket);
    for (let next = line.waiting.shift(); next && !socket.destroyed; next = line.waiting.shift()) {
      const done = next();
      if (line.waiting.length === 0) line.nobodyWaits();
      await done;
      // The system takes dozens of answers before it says that nobody reads them: other connections come in between.
      if (line.waiting.length > 0) await turn();
    }
    line.busy = false;
    this.#turns.end(socket);
  }
}
