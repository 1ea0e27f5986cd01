import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/**
 * Holds lines, each by a test of its own, to those of a file: what changes one is told by the first, and not once all are
 * made. `-u` rewrites the file.
 */
export function itKeepsLines(
  file: URL,
  lines: readonly (readonly [what: string, line: () => string | Promise<string>])[],
): void {
  const kept = new Map(
    readFileSync(file, "utf8")
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(": ")), line]),
  );
  const made: string[] = [];
  // Only Vitest has it.
  const isWriting = () => expect.getState().snapshotState?.snapshotUpdateState === "all";
  it.each(lines)("%s", async (what, lineOfIt) => {
    const line = `${what}: ${await lineOfIt()}`;
    made.push(`${line}\n`);
    if (!isWriting()) expect(line).toBe(kept.get(what));
  });
  it("is all that is written down", async () => {
    if (isWriting()) await expect(made.join("")).toMatchFileSnapshot(fileURLToPath(file));
    else expect([...kept.keys()].slice(0, -1)).toEqual(lines.map(([what]) => what));
  });
}
