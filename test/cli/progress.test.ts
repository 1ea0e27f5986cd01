import { describe, expect, it } from "vitest";
import { withProgress } from "../../src/cli/progress.ts";

/** A stream that keeps what is written and signals each write. */
function watchedStream(isTTY: boolean) {
  const written: string[] = [];
  let tell: (() => void) | null = null;
  return {
    isTTY,
    written,
    write(text: string) {
      written.push(text);
      tell?.();
    },
    /** Waits for this number of writes. */
    until: (count: number) =>
      new Promise<void>((resolve) => {
        tell = () => {
          if (written.length >= count) resolve();
        };
      }),
  };
}

describe("progress", () => {
  it("updates one line of a terminal every second, and clears it in the end", async () => {
    const stream = watchedStream(true);
    const result = await withProgress(
      "finding",
      async () => {
        await stream.until(2);
        return 7;
      },
      stream,
      1,
    );
    expect(result).toBe(7);
    expect(stream.written[0]).toContain("finding, 1 s");
    expect(stream.written[1]).toContain("finding, 2 s");
    expect(stream.written.every((text) => text.startsWith("\r\u001b[K"))).toBe(true);
    expect(stream.written.at(-1)).toBe("\r\u001b[K");
  });

  it("shows progress within the first second, and changes before the next", async () => {
    const stream = watchedStream(true);
    let [what, stop] = ["building", "stops it"];
    const work = async () => {
      what = "7/20 lineups";
      await stream.until(1);
      [what, stop] = ["20/20 lineups", "keeps it"];
      await stream.until(2);
    };
    await withProgress(
      () => what,
      work,
      stream,
      40,
      () => stop,
    );
    expect(stream.written).toEqual([
      "\r\u001b[Kdfs-lineups: 7/20 lineups; Ctrl-C stops it",
      "\r\u001b[Kdfs-lineups: 20/20 lineups; Ctrl-C keeps it",
      "\r\u001b[K",
    ]);
  });

  it("explains Ctrl-C if there is room, and never fills the whole line", async () => {
    const stream = { ...watchedStream(true), columns: 44 };
    const shown = async (what: string) => {
      const from = stream.written.length;
      await withProgress(what, () => stream.until(from + 1), stream, 1, "keeps it");
      return stream.written[from]!.slice("\r\u001b[K".length);
    };
    expect(await shown("finding")).toBe("dfs-lineups: finding, 1 s; Ctrl-C keeps it");
    expect(await shown("finding more")).toBe("dfs-lineups: finding more, 1 s");
    expect(await shown("finding ".repeat(9))).toBe(`dfs-lineups: ${"finding ".repeat(9)}`.slice(0, 43));
  });

  it("clears its line before the work's own output", async () => {
    const stream = watchedStream(true);
    await withProgress(
      "finding",
      async (clear) => {
        clear();
        expect(stream.written).toEqual([]);
        await stream.until(1);
        const from = stream.written.length;
        clear();
        expect(stream.written.slice(from)).toEqual(["\r\u001b[K"]);
      },
      stream,
      1,
    );
  });

  it("ends when the work fails", async () => {
    const stream = watchedStream(true);
    const work = async () => {
      await stream.until(1);
      throw new Error("broken");
    };
    await expect(withProgress("finding", work, stream, 1)).rejects.toThrow("broken");
    expect(stream.written.at(-1)).toBe("\r\u001b[K");
  });

  it("shows nothing for quick work or without a terminal", async () => {
    const quick = watchedStream(true);
    await withProgress("finding", async () => 1, quick, 60_000);
    const piped = watchedStream(false);
    const watch = watchedStream(true);
    await withProgress("finding", () => withProgress("x", () => watch.until(2), watch, 1), piped, 1);
    expect([...quick.written, ...piped.written]).toEqual([]);
  });
});
