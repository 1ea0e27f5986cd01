/** Drives the studio in any browser: opens a sample, edits, solves a portfolio, takes the CSV, and posts its results. */
const find = (selector) => document.querySelector(selector);
const status = () => find(".status")?.textContent ?? "";
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const faults = [];
addEventListener("error", ({ message }) => faults.push(message));
addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));

async function until(isTrue, what) {
  for (let waits = 0; waits < 6000; waits += 1) {
    const found = isTrue();
    if (found) return found;
    await pause(10);
  }
  const said = [".status", ".message", ".notice"].map((one) => find(one)?.textContent ?? "");
  throw new Error(`waited in vain for ${what}; the page says ${said.join("; ")}`);
}

const button = (text) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent.trim().startsWith(text));

async function openFile(path) {
  const input = await until(() => find("input[type=file]"), "a file input");
  // The page as one file has the samples in it.
  const { body } = await fetch(self.FILES?.[path] ?? path);
  const unzipped = new Response(body.pipeThrough(new DecompressionStream("gzip")));
  const files = new DataTransfer();
  files.items.add(new File([await unzipped.blob()], "DKSalaries.csv", { type: "text/csv" }));
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The text of the next file that the page offers. */
async function downloaded(press) {
  const make = URL.createObjectURL;
  const blob = new Promise((done) => {
    URL.createObjectURL = (given) => {
      done(given);
      return make.call(URL, given);
    };
  });
  press();
  const text = await (await blob).text();
  URL.createObjectURL = make;
  return text;
}

const figures = () => find(".lineups .figures")?.textContent ?? "";

/** The median of the milliseconds from a key to the painted answer. */
async function edits(count) {
  const rows = find("#player-rows");
  const press = (key) => rows.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const times = [];
  press("Home");
  // A player of many lineups, without whom the figures differ.
  await until(() => {
    if (Number.parseInt(find(".player-row.is-current .share")?.textContent, 10) >= 20) return true;
    press("ArrowDown");
    return false;
  }, "a player of many lineups");
  for (let at = 0; at < count; at += 1) {
    const before = figures();
    const begun = performance.now();
    press("x");
    await until(() => figures() !== before, "an edit's lineups");
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[count >> 1];
}

async function drive() {
  const begun = performance.now();
  await openFile("samples/american-football.draftkings.classic.csv.gzip");
  await until(() => status().includes("150 best lineups"), "the best lineups");
  const opened = performance.now() - begun;
  const csv = await downloaded(() => button("Upload CSV").click());
  const edit = await edits(20);
  // In a narrow window the rules are in a pane of their own.
  if (!button("Add a rule")) button("Rules").click();
  (await until(() => button("Add a rule"), "the rules")).click();
  (await until(() => button("double stack"), "the rule")).click();
  const asked = performance.now();
  await until(() => status().includes("from the bound"), "a joint set");
  const joint = performance.now() - asked;
  const together = await downloaded(() => button("Upload CSV").click());
  return { csv, together, opened, edit, joint };
}

drive()
  .catch((error) => ({ failed: String(error) }))
  .then((result) =>
    fetch(self.RESULT ?? "result", {
      ...{ method: "POST", mode: "no-cors" },
      body: JSON.stringify({ ...result, faults }),
    }),
  );
