import type { Model } from "../../../src/engine/model/model.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { builtInCatalog } from "../../../src/platform/node/catalog.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { UnsupportedModelError } from "../../../src/shared/errors.ts";
import { solverOf } from "../../support/solvers.ts";
import { conformanceSuite } from "./suite.ts";

/** The path engine supports rosters: every slot filled, no player in two roles. */
function isNoRoster(model: Model): boolean {
  const filled = new Set(model.rules.flatMap((rule) => (rule.kind === "fill" ? [rule.slot] : [])));
  const roles = new Set(model.slots.map((slot) => slot.role));
  const once = model.rules.some((rule) => rule.kind === "once");
  return filled.size < model.slots.length || (roles.size > 1 && !once);
}

conformanceSuite("paths", solverOf(createSearch(createRunner(0)), "paths"), {
  contests: builtInCatalog.contests,
  models: 350,
  requests: 200,
  many: 500,
  refuses: isNoRoster,
  declines: [UnsupportedModelError],
});
