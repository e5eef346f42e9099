/** DuckDB is an optional dependency: where its binary is missing, a test of this name says so. */
export const NOT_HERE =
  'is not compared with DuckDB here: the optional dependency @duckdb/node-api is not installed';

export const duckDbIsHere = await import('@duckdb/node-api').then(
  () => true,
  () => false,
);
