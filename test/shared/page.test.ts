import { expect, it } from "vitest";
import { escapeHtml } from "../../src/shared/page.ts";

it("escaped text closes no tag, attribute or entity in HTML", () => {
  expect(escapeHtml(`<b a="1" c='2'>&amp;`)).toBe("&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
  expect(escapeHtml("plain")).toBe("plain");
});
