import path from 'node:path';

/** Keys that are kept as files of their own names: those that other programs open, such as DuckDB. */
const PLAIN_KEY =
  /^[^/]+\/((?:[A-Za-z0-9_=-][A-Za-z0-9._=-]*\/)*[A-Za-z0-9_=-][A-Za-z0-9._=-]*\.parquet)$/;

/** Parquet files of the stack's buckets, in a folder and under the names that they have in S3. */
export class PlainFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file that an object is kept in; null if it is not one of those. */
  fileOf(place: string): string | null {
    const [, key] = PLAIN_KEY.exec(place) ?? [];
    return key === undefined ? null : path.join(this.#folder, key);
  }
}
