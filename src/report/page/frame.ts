import { type Html, html } from "./html.ts";
import { STYLES } from "./styles.ts";

/** A section of a page with its heading. */
export interface Section {
  readonly heading: string;
  readonly body: Html;
}

/** A complete page that loads and runs nothing; it is also well-formed XML. */
export function page(title: string, lead: Html, sections: readonly Section[]): string {
  const { markup } = html`<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${title}</title>
<style>${{ markup: STYLES }}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${lead}
${sections.map(({ heading, body }) => html`<section><h2>${heading}</h2>${body}</section>`)}
</main>
</body>
</html>
`;
  return `<!DOCTYPE html>\n${markup}`;
}
