import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeWhole } from "../../src/cli/output.ts";
import { Scratch } from "../support/command.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch[Symbol.dispose]());

const read = (name: string) => readFileSync(scratch.path(name), "utf8");

describe("writeWhole", () => {
  it("writes files atomically, and leaves no temporary files", () => {
    writeWhole(["a.csv", "b.csv"].map((name) => ({ file: scratch.path(name), text: name })));
    expect(readdirSync(scratch.folder).sort()).toEqual(["a.csv", "b.csv"]);
    expect(read("a.csv")).toBe("a.csv");
  });

  it("writes none if one cannot be written, and keeps the existing files", () => {
    scratch.write("a.csv", "before");
    const files = ["a.csv", "none/b.csv"].map((name) => ({ file: scratch.path(name), text: "after" }));
    expect(() => writeWhole(files)).toThrow(/none\/b\.csv: cannot be written: its folder does not exist/);
    expect(read("a.csv")).toBe("before");
    expect(readdirSync(scratch.folder)).toEqual(["a.csv"]);
  });

  it("refuses a folder by name", () => {
    mkdirSync(scratch.path("folder"));
    expect(() => writeWhole([{ file: scratch.path("folder"), text: "" }])).toThrow(/folder: .*give a file/);
  });

  it("writes through a symbolic link and keeps the file's mode", () => {
    const target = scratch.write("target.csv", "before");
    chmodSync(target, 0o600);
    symlinkSync(target, scratch.path("link.csv"));
    writeWhole([{ file: scratch.path("link.csv"), text: "after" }]);
    expect(read("target.csv")).toBe("after");
    expect(statSync(target).mode & 0o777).toBe(0o600);
  });

  it("writes to devices and pipes", () => {
    writeWhole([{ file: "/dev/null", text: "gone" }]);
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});
