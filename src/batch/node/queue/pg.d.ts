/** The types of the parts of `pg` that are used here; the package has none of its own. */
declare module "pg" {
  interface Pool {
    on(event: "error", listener: (error: Error) => void): void;
    query(
      text: string,
      values?: readonly unknown[],
    ): Promise<{ readonly rows: readonly Record<string, unknown>[]; readonly rowCount: number | null }>;
    end(): Promise<void>;
  }
  const pg: { Pool: new (options: object) => Pool };
  export default pg;
}
