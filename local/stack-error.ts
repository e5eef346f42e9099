/**
 * Why the local stack does not start or cannot go on. The message is one line, for a person: the fault and the
 * remedy. Every other exception is a defect.
 */
export class LocalStackError extends Error {
  override readonly name = 'LocalStackError';
  /** What is wrong in a file that a person wrote, a line each. */
  readonly problems: readonly string[];

  constructor(
    message: string,
    { problems = [], ...options }: ErrorOptions & { readonly problems?: readonly string[] } = {},
  ) {
    super(message, options);
    this.problems = problems;
  }
}
