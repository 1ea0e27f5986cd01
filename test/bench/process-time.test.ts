import { expect, it } from "vitest";
import { nodeProcess, processorTime } from "../../bench/startup/process-time.ts";

it("is the children's user and system time in milliseconds", () => {
  expect(processorTime("0m0.001s 0m0.002s\n1m0.043s 0m0.012s\n")).toBeCloseTo(60_055);
  expect(() => processorTime("no times")).toThrow("no times");
});

it("grows with the work a process does", async () => {
  const idle = await nodeProcess(["-e", "0"]);
  const busy = await nodeProcess([
    "-e",
    // Read only between sums: reading it costs system time itself.
    "const end = process.cpuUsage().user + 8e5; for (let sum = 0; process.cpuUsage().user < end; ) for (let one = 0; one < 1e6; one += 1) sum += one;",
  ]);
  expect(busy.milliseconds - idle.milliseconds).toBeGreaterThan(300);
  expect((await nodeProcess(["-p", "6 * 7"])).output).toBe("42\n");
});
