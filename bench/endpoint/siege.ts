import { ATTACKS, type Attack, type AttackedServer } from "./attacks.ts";
import { checkAnswer } from "./check.ts";
import { type Load, load } from "./load.ts";
import { metricOf } from "./metrics.ts";

/** What a client of half the server's load sees while one attack runs, wave after wave. */
export interface Siege {
  readonly name: string;
  readonly waves: number;
  readonly load: Load;
  /** The slowest answer of `/health`, in milliseconds. */
  readonly health: number;
  /** The most resident memory, in bytes. */
  readonly resident: number;
}

interface Besieged extends AttackedServer {
  /** The address that the well-behaved client posts to, with its own key. */
  readonly own: string;
  /** A file whose content is its body. */
  readonly body: string;
  readonly seconds: number;
  readonly connections: number;
  /** Its requests per second. */
  readonly rate: number;
  /** What the names of the attacks have in common that are to run. */
  readonly wanted: string;
}

/** Milliseconds between looks at health and memory. */
const LOOK = 50;

/** Every attack in turn on one server, whose answers are right after each. */
export async function besiege(
  server: Besieged,
  attacks: Readonly<Record<string, Attack>> = ATTACKS,
): Promise<readonly Siege[]> {
  const sieges: Siege[] = [];
  for (const [name, attack] of Object.entries(attacks)) {
    if (!name.includes(server.wanted)) continue;
    sieges.push(await siegeOf(name, attack, server));
    await checkAnswer(server.own, server.slate);
  }
  return sieges;
}

async function siegeOf(name: string, attack: Attack, server: Besieged): Promise<Siege> {
  const { url, own, body, seconds, connections, rate } = server;
  const wave = attack(server);
  let isOver = false;
  let waves = 0;
  const attacked = (async () => {
    for (; !isOver; waves += 1) await wave();
  })();
  let health = 0;
  let resident = 0;
  const watched = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await (await fetch(`${url}/health`)).arrayBuffer();
      health = Math.max(health, performance.now() - asked);
      resident = Math.max(resident, await metricOf(url, "process_resident_memory_bytes"));
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
  })();
  const measured = await load({ url: own, body, connections, seconds, rate });
  isOver = true;
  await Promise.all([attacked, watched]);
  return { name, waves, load: measured, health, resident };
}
