/** As much of the package pg, which brings no types, as is used here. */
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
