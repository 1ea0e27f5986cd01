import { strToU8, zipSync } from "fflate";

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

type Cell = string | number | null;

/** An Excel workbook with these sheets. */
export function workbook(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Uint8Array {
  const cellOf = (cell: Cell, at: string) => {
    if (cell === null) return "";
    if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
    const text = cell.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  };
  const names = Object.keys(sheets);
  const list = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`);
  const links = names.map(
    (_, at) =>
      `<Relationship Id="r${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const rowOf = (cells: readonly Cell[], row: number) =>
    `<row r="${row}">${cells.map((cell, at) => cellOf(cell, `${String.fromCharCode(65 + at)}${row}`)).join("")}</row>`;
  const parts = {
    "[Content_Types].xml": `${XML}<Types/>`,
    "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships>${links.join("")}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${XML}<worksheet xmlns="${MAIN}"><sheetData>${sheets[name]!.map((cells, row) => rowOf(cells, row + 1)).join("")}</sheetData></worksheet>`,
      ]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}
