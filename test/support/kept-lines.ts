import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/**
 * Compares lines, each in its own test, with those of a file, so that a difference is reported before all
 * are computed. `-u` rewrites the file.
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
  it("has no further recorded lines", async () => {
    if (isWriting()) await expect(made.join("")).toMatchFileSnapshot(fileURLToPath(file));
    else expect([...kept.keys()].slice(0, -1)).toEqual(lines.map(([what]) => what));
  });
}
