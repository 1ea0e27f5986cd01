import { afterAll, describe, expect, it, vi } from "vitest";
import { entriesLines } from "../../bench/slates/entries-lines.ts";
import { parseCsv } from "../../src/files/csv.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { begunPool } from "../support/begun-file.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const SLOTS = ["PG", "SG", "SF", "PF", "C", "G", "F", "UTIL"];
const pool = smallSalaryFile("basketball.draftkings.classic").trimEnd().split("\n");
const salaries = scratch.write("salaries.csv", pool.join("\n"));
const { entries } = readSlateFile(pool.join("\n"), { file: "pool" });
const byId = new Map(entries.map((entry) => [entry.bookId, entry]));

/** The ids of the best lineups, in the order of the slots. */
async function best(count: number): Promise<readonly (readonly string[])[]> {
  const { stdout } = await dfsLineups([
    "optimize",
    ...["--salaries", salaries, "-n", String(count), "--format", "csv"],
  ]);
  return parseCsv(stdout, "upload")
    .slice(1)
    .map(({ cells }) => cells);
}

describe("check", async () => {
  const lineups = await best(3);
  const file = (lines: readonly string[], cells: readonly (readonly string[])[]) =>
    scratch.write(
      "entries.csv",
      entriesLines({ book: "bookA", kind: "entries", slots: SLOTS, pool: lines, lineups: cells }).join(
        "\r\n",
      ),
    );

  it("accepts legal rows; names line, entry and rule of an illegal one", async () => {
    const legal = await dfsLineups(["check", file(pool, lineups)]);
    expect(legal).toMatchObject({ exitCode: 0, stdout: "3 lineups, nothing wrong.\n" });
    const broken = [lineups[0]!, lineups[1]!.with(0, lineups[1]![7]!), lineups[2]!];
    const { exitCode, stdout } = await dfsLineups(["check", file(pool, broken), "--salaries", salaries]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("Line 3, entry 4606391393\n  player-once: ");
    expect(stdout).toContain("3 lineups, 1 of them wrong.");
  });

  it("accepts locked players of started games in their seats, and no other players of these games", async () => {
    const begun = new Set([...byId.values()].slice(0, 1).flatMap(({ team, opponent }) => [team, opponent]));
    for (const ids of lineups)
      for (const id of ids.slice(0, 2)) {
        const { team, opponent } = byId.get(id)!;
        begun.add(team);
        begun.add(opponent);
      }
    const marked = lineups.map((ids) =>
      ids.map((id) => {
        const { name, team } = byId.get(id)!;
        return begun.has(team) ? `${name} (${id}) (LOCKED)` : id;
      }),
    );
    expect(marked.flat().filter((cell) => cell.endsWith("(LOCKED)")).length).toBeGreaterThanOrEqual(6);
    const taken = await dfsLineups(["check", file(begunPool(pool, begun), marked)]);
    expect(taken).toMatchObject({ exitCode: 0, stdout: "3 lineups, nothing wrong.\n" });
    const [first] = marked[0]!;
    const unmarked = [marked[0]!.with(0, first!.replace(" (LOCKED)", "")), ...marked.slice(1)];
    const kept = await dfsLineups(["check", file(begunPool(pool, begun), unmarked)]);
    expect(kept).toMatchObject({ exitCode: 0, stdout: "3 lineups, nothing wrong.\n" });
    expect(kept.stderr).toContain("1 of 3 rows (lines 2) have players whose games have started");
    const upload = scratch.write("upload.csv", [SLOTS, ...lineups].map((row) => row.join()).join("\n"));
    const begunSalaries = scratch.write("begun.csv", begunPool(pool, begun).join("\n"));
    const refused = await dfsLineups(["check", upload, "--salaries", begunSalaries]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toContain("cannot be drafted (In Progress)");
  });
});
