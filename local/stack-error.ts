/**
 * Why the local stack does not start or cannot go on. The message is one line, for a person: what
 * is wrong and what to do about it. Everything else that is thrown is a defect.
 */
export class LocalStackError extends Error {
  override readonly name = 'LocalStackError';
}
