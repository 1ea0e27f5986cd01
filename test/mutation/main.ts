import { codeParts } from "./code-parts.ts";
import { MUTATION_KEPT } from "./kept.ts";
import { MUTATED } from "./mutated.ts";
import { askedFor } from "./options.ts";
import { report } from "./report.ts";

const asked = askedFor();

await report({ ...asked, parts: codeParts(MUTATED, asked), kept: MUTATION_KEPT });
