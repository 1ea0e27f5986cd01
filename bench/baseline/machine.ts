import { cpus } from "node:os";

/** What has to be alike before two runs are compared. */
export interface Machine {
  /** As the processor names itself. */
  readonly cpu: string;
  readonly cores: number;
  readonly architecture: string;
  readonly platform: string;
  /** Version of Node, such as `v22.12.0`. */
  readonly node: string;
}

export function thisMachine(): Machine {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? "unknown",
    cores: cores.length,
    architecture: process.arch,
    platform: process.platform,
    node: process.version,
  };
}

/** How one machine differs from another, in words; empty where they are alike. */
export function differences(one: Machine, other: Machine): string[] {
  const fields = Object.keys(one) as (keyof Machine)[];
  return fields
    .filter((field) => one[field] !== other[field])
    .map((field) => `${field}: ${one[field]} here, ${other[field]} there`);
}
