import type { ExitName } from '../bin/sluice/exit-codes.ts';

/** How a command ends for it: as every command of Sluice does. */
export type StackExit = Extract<ExitName, 'failed' | 'unreachable' | 'usage' | 'interrupted'>;

interface StackErrorOptions extends ErrorOptions {
  readonly problems?: readonly string[];
  readonly exit?: StackExit;
}

/**
 * Why the local stack does not start or cannot go on. The message is one line, for a person: the fault and the
 * remedy. Every other exception is a defect.
 */
export class LocalStackError extends Error {
  override readonly name = 'LocalStackError';
  /** What is wrong in a file that a person wrote, a line each. */
  readonly problems: readonly string[];
  readonly exit: StackExit;

  constructor(message: string, options: StackErrorOptions = {}) {
    const { problems = [], exit = 'failed', ...rest } = options;
    super(message, rest);
    this.problems = problems;
    this.exit = exit;
  }
}
