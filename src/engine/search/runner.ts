import type { Ending } from "./stop.ts";
import type { TaskKind, TaskTypes } from "./tasks.ts";

/** Hears how far a task has come. */
export type Report<K extends TaskKind> = (progress: TaskTypes[K]["progress"]) => void;

/** Where tasks run. */
export interface Runner {
  /** How many tasks can run at once, apart from the calling thread; 0 runs them in it. */
  readonly threads: number;
  /**
   * `report` hears of progress while the task runs, and not after it ended.
   * @throws what the task throws, or the error that ended `stop`, as soon as it ends.
   */
  run<K extends TaskKind>(
    kind: K,
    input: TaskTypes[K]["input"],
    stop: Ending,
    report?: Report<K>,
  ): Promise<TaskTypes[K]["output"]>;
  close(): Promise<void>;
}
