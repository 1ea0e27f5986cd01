import { readFileSync } from "node:fs";

/** Ticks of the clock by which Linux counts processor time, a second. */
const TICKS = 100;

/** Seconds of processor time of a process and those it started, as Linux has them. */
export function processorTimes(pid: number): ReadonlyMap<number, number> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  const ids = [pid, ...(children === "" ? [] : children.split(" ").map(Number))];
  return new Map(
    ids.map((id) => {
      const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]!.split(" ");
      return [id, (Number(fields[11]) + Number(fields[12])) / TICKS] as const;
    }),
  );
}
