import type { ExitName } from './exit-codes.ts';

interface Ending {
  readonly exit?: ExitName;
  readonly help?: string;
  readonly code?: string;
}

/** A command that ends here: what happened in one line, what helps in another, and its exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exit: ExitName;
  readonly help: string | undefined;
  /** What a program tells failures of this kind apart by. */
  readonly code: string | undefined;

  constructor(message: string, { exit = 'failed', help, code }: Ending = {}) {
    super(message);
    this.code = code;
    this.exit = exit;
    this.help = help;
  }
}
