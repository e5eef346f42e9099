/**
 * Why the local stack does not start or cannot go on. The message is one line, for a person: the fault and the
 * remedy. Every other exception is a defect.
 */
export class LocalStackError extends Error {
  override readonly name = 'LocalStackError';
}
