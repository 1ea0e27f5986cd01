import type { Backend, Values } from "./link.ts";

/** The namespace of all that is kept. */
const SCHEMA = "dfs_lineups";

/** Queues in PostgreSQL, by BullMQ's own tables. */
export async function openPostgres(url: string): Promise<Backend> {
  const [{ Queue, Worker, createPostgresBackend }, { default: pg }] = await Promise.all([
    import("bullmq"),
    import("pg"),
  ]);
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 5_000 });
  pool.on("error", ignore);
  const table = `${SCHEMA}.batch_values`;
  // Several may come first at the same time.
  await pool.query(
    `begin; select pg_advisory_xact_lock(hashtext('${SCHEMA}')); create schema if not exists ${SCHEMA}; create table if not exists ${table} (key text primary key, bytes bytea not null, until timestamptz not null); delete from ${table} where until < now(); commit`,
  );
  const connection = { connectionString: url, schema: SCHEMA, migrate: true };
  const values: Values = {
    async put(key, bytes, seconds) {
      await pool.query(
        `insert into ${table} values ($1, $2, now() + make_interval(secs => $3)) on conflict (key) do update set bytes = excluded.bytes, until = excluded.until`,
        [key, Buffer.from(bytes), seconds],
      );
    },
    async get(key) {
      const { rows } = await pool.query(`select bytes from ${table} where key = $1 and until > now()`, [key]);
      return (rows[0]?.["bytes"] as Buffer | undefined) ?? null;
    },
    async has(key) {
      const { rowCount } = await pool.query(`select 1 from ${table} where key = $1 and until > now()`, [key]);
      return rowCount === 1;
    },
    async remove(key) {
      await pool.query(`delete from ${table} where key = $1`, [key]);
    },
    async list(prefix) {
      const { rows } = await pool.query(
        `select bytes from ${table} where starts_with(key, $1) and until > now()`,
        [prefix],
      );
      return rows.map((row) => row["bytes"] as Buffer);
    },
  };
  return {
    values,
    queue(name) {
      const queue = new Queue(
        name,
        { connection, skipWaitingForReady: true } as never,
        createPostgresBackend as never,
      );
      queue.on("error", ignore);
      return queue as never;
    },
    worker(name, processor, options) {
      const worker = new Worker(
        name,
        processor as never,
        { ...options, connection } as never,
        createPostgresBackend as never,
      );
      worker.on("error", ignore);
      return worker as never;
    },
    async close() {
      await pool.end();
    },
  };
}

/** Connections are made again; whoever waits for too long is told by the link. */
function ignore(): void {}
