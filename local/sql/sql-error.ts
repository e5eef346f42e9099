/** Something about a question in SQL that a person can put right; the message says how. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
}
