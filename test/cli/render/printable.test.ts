import { expect, test } from "vitest";
import { printable } from "../../../src/cli/render/text.ts";

test("text keeps its letters and loses control characters that move the cursor or break the line", () => {
  expect(printable("  José  Ålander\t(éa)\n")).toBe("José Ålander (éa)");
  expect(printable("a\u001b[31mb\u0007\u009bc")).toBe("a[31mbc");
  expect(printable("a\u202eb\u2066c\u2069")).toBe("abc");
});
