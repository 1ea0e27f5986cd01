import { afterAll, expect, it } from "vitest";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { documentReport, lineupPage, packedReport } from "../../src/report/index.ts";
import { FORMS } from "../support/salary-file.ts";
import { sampleSlate } from "../support/sample-slates.ts";

const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());

const COUNT = 40;

it.each(FORMS.filter((_, at) => at % 4 === 0).map((name) => `${name}.csv`))(
  "packed lineups of %s have the same report as their document",
  async (file) => {
    const { sport, book, contest: name, ...slate } = readSlateFile(sampleSlate(file), { file });
    const inputs = slateInputs({ sport, book, contest: name, ...slate });
    const contest = optimizer.catalog.contest(sport, book, name);
    const resources = inputs.projections.included ?? [];
    const { uuid } = slate.entries[0]!;
    const shared = { contest, resources, body: inputs.body, ownerships: new Map([[uuid, 12]]) };

    const document = await optimizer.optimize({ ...inputs, count: COUNT });
    const { entries, seats, best } = await optimizer.openSlate(inputs);
    const report = packedReport(await best({ count: COUNT }), { ...shared, entries, seats });

    expect(report).toEqual(documentReport(document, shared));
    expect(report.lineups).toBe(COUNT);
    expect(report.exposures[0]!.share).toBeGreaterThan(0);
    if (file.startsWith(FORMS[0]!)) expect(await lineupPage(report)).toContain(report.exposures[0]!.name);
  },
);
