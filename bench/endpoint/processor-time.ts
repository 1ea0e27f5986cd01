import { readFileSync } from "node:fs";

/** Linux's clock ticks of processor time per second. */
const TICKS = 100;

/** The processor time of a process and its children, in seconds, as reported by Linux. */
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
