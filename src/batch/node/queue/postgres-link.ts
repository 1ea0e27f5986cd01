import { setTimeout as sleep } from "node:timers/promises";
import type { Queue } from "bullmq";
import type { Backend, Values } from "./backend.ts";
import { messageQueue } from "./message-queue.ts";
import { required } from "./required.ts";

/** The schema of all tables. */
const SCHEMA = "dfs_lineups";

/** Milliseconds between attempts to reach a server that is gone. */
const RETRY = 500;

/** Queues in PostgreSQL, in BullMQ's own tables. */
export async function openPostgres(url: string): Promise<Backend> {
  const { Queue, Worker, createPostgresBackend } = required("bullmq") as typeof import("bullmq");
  const pg = required("pg") as typeof import("pg").default;
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 5_000 });
  pool.on("error", ignore);
  let isClosed = false;

  /** Repeats work while the server is away, such as during a restart. */
  async function persist<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (isClosed || !isAway(error)) throw error;
        await sleep(RETRY, undefined, { ref: false });
      }
    }
  }

  const query = (text: string, parameters?: readonly unknown[]) =>
    persist(() => pool.query(text, parameters));
  const table = `${SCHEMA}.batch_values`;
  // Several clients can create it at the same time.
  await query(
    `begin; select pg_advisory_xact_lock(hashtext('${SCHEMA}')); create schema if not exists ${SCHEMA}; create table if not exists ${table} (key text primary key, bytes bytea not null, until timestamptz not null); delete from ${table} where until < now(); commit`,
  );
  const connection = { connectionString: url, schema: SCHEMA, migrate: true };
  const values: Values = {
    async put(key, bytes, seconds) {
      await query(
        `insert into ${table} values ($1, $2, now() + make_interval(secs => $3)) on conflict (key) do update set bytes = excluded.bytes, until = excluded.until`,
        [key, Buffer.from(bytes), seconds],
      );
    },
    async get(key) {
      const { rows } = await query(`select bytes from ${table} where key = $1 and until > now()`, [key]);
      return (rows[0]?.["bytes"] as Buffer | undefined) ?? null;
    },
    async has(key) {
      const { rowCount } = await query(`select 1 from ${table} where key = $1 and until > now()`, [key]);
      return rowCount === 1;
    },
    async remove(key) {
      await query(`delete from ${table} where key = $1`, [key]);
    },
    async list(prefix) {
      const { rows } = await query(
        `select bytes from ${table} where starts_with(key, $1) and until > now()`,
        [prefix],
      );
      return rows.map((row) => row["bytes"] as Buffer);
    },
  };
  return {
    values,
    queue(name) {
      const open = (): Queue => {
        const options = { connection, skipWaitingForReady: true };
        const queue = new Queue(name, options as never, createPostgresBackend as never);
        queue.on("error", ignore);
        return queue as never;
      };
      let current = open();
      return messageQueue((work) =>
        persist(async () => {
          const used = current;
          try {
            return await work(used);
          } catch (error) {
            // A client that found no server at first never becomes ready.
            if (used === current && isAway(error)) {
              current = open();
              used.close().catch(ignore);
            }
            throw error;
          }
        }),
      );
    },
    worker(name, processor, options) {
      const worker = new Worker(
        name,
        processor as never,
        { ...options, runRetryDelay: RETRY, connection } as never,
        createPostgresBackend as never,
      );
      worker.on("error", ignore);
      return worker as never;
    },
    async close() {
      isClosed = true;
      await pool.end();
    },
  };
}

/**
 * PostgreSQL's error codes while it stops, starts or has too many connections: all other errors are final.
 */
const PASSING = /^(08|57P0|53300)/;

/** Whether an error is due to an unreachable server, so that a retry can help. */
function isAway(error: unknown): boolean {
  const {
    code = "",
    severity,
    message,
  } = error as {
    readonly code?: string;
    readonly severity?: string;
    readonly message: string;
  };
  if (severity !== undefined) return PASSING.test(code);
  return /^E[A-Z_]+$/.test(code) || /connection|connect|timeout/i.test(message);
}

/** The client reconnects by itself; the link reports a long absence. */
function ignore(): void {}
