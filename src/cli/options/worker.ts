import { Option } from "commander";
import { wholeNumber } from "./arguments.ts";
import type { Definition } from "./definition.ts";
import { queueOption, queueTimeoutOption } from "./queue.ts";

/** What `worker` is told, as the parser hands it over. */
export interface WorkerCommandOptions {
  readonly queue?: string;
  readonly queueTimeout: number;
  readonly lostAfter: number;
  readonly threads?: number;
  readonly memory?: number;
  readonly quiet?: boolean;
}

/** What `worker` takes. */
export const definition: Definition = {
  description: "Solve jobs that batches send through a queue, until a signal comes.",
  options: [
    queueOption(),
    queueTimeoutOption(),
    new Option(
      "--lost-after <seconds>",
      "if this worker is silent for this long, its jobs go to other workers",
    )
      .argParser(wholeNumber(1, 3_600))
      .default(8),
    new Option(
      "--threads <n>",
      "threads; each runs one job at a time (default: the number of cores)",
    ).argParser(wholeNumber(1, 256)),
    new Option(
      "--memory <megabytes>",
      "heap of each thread; a job that needs more fails (default: Node's own)",
    ).argParser(wholeNumber(16, 1_000_000)),
    new Option("--quiet", "print errors only"),
  ],
  epilogue: [
    "Start and stop any number of workers, on any machine, at any time; other workers take over unfinished jobs. A worker needs the batch's version of dfs-lineups, on a Node with the same zlib.",
  ],
};
