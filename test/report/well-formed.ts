/** Numeric entities, and those that XML defines. */
const ENTITY = /&(?!(?:amp|lt|gt|quot|#39|#\d+);)/;
const TAG = /<(\/?)([a-zA-Z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y;

/**
 * The faults of markup as XML: mismatched tags, loose brackets, unknown entities; empty if it is
 * well-formed.
 */
export function faultsOfMarkup(markup: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  const body = markup.replace(/^<!DOCTYPE html>\n/, "");
  for (let at = 0; at < body.length; ) {
    if (body[at] === "<") {
      TAG.lastIndex = at;
      const tag = TAG.exec(body);
      if (tag === null) {
        faults.push(`no tag: ${body.slice(at, at + 60)}`);
        at += 1;
        continue;
      }
      const [text, closes, name = "", attributes = "", isEmpty] = tag;
      if (ENTITY.test(attributes)) faults.push(`an unknown entity in ${text}`);
      if (closes) {
        const last = open.pop();
        if (last !== name) faults.push(`</${name}> closes <${last}>`);
      } else if (!isEmpty) open.push(name);
      at += text.length;
    } else {
      const end = body.indexOf("<", at);
      const text = body.slice(at, end === -1 ? body.length : end);
      if (open.at(-1) !== "style" && (ENTITY.test(text) || text.includes(">")))
        faults.push(`loose text: ${text.slice(0, 60)}`);
      at += text.length;
    }
  }
  return [...faults, ...open.map((name) => `<${name}> is not closed`)];
}

/** The names of a well-formed page's elements and of their attributes. */
export function namesIn(markup: string): {
  readonly elements: Set<string>;
  readonly attributes: Set<string>;
} {
  const tags = [...markup.matchAll(new RegExp(TAG.source, "g"))];
  const names = (text: string) => [...text.matchAll(/([\w:-]+)="[^"]*"/g)].map(([, name]) => name!);
  return {
    elements: new Set(tags.map(([, , name]) => name!)),
    attributes: new Set(tags.flatMap(([, , , attributes]) => names(attributes!))),
  };
}
