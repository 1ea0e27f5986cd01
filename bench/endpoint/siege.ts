import { ATTACKS, type Attack, type AttackedServer } from "./attacks.ts";
import { checkAnswer } from "./check.ts";
import { type Load, load } from "./load.ts";
import { type Watched, watch } from "./watch.ts";

/** The measurements of a client at half the server's load during one attack, wave after wave. */
export interface Siege extends Watched {
  readonly name: string;
  readonly waves: number;
  readonly load: Load;
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
  /** The common part of the names of the attacks to run. */
  readonly wanted: string;
}

/** Seconds of load before the first attack, so that compilation is not attributed to it. */
const WARM_UP = 2;

/** Every attack in turn on one server, whose answers are checked after each. */
export async function besiege(
  server: Besieged,
  attacks: Readonly<Record<string, Attack>> = ATTACKS,
): Promise<readonly Siege[]> {
  const sieges: Siege[] = [];
  const { own, body, connections } = server;
  await load({ url: own, body, connections, seconds: WARM_UP, rate: null });
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
  const watching = watch(url);
  const measured = await load({ url: own, body, connections, seconds, rate });
  isOver = true;
  await attacked;
  return { name, waves, load: measured, ...(await watching.stop()) };
}
