import type { ExitName } from './exit-codes.ts';

/** A command that ends here: what happened in one line, what helps in another, and its exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exit: ExitName;
  readonly help: string | undefined;

  constructor(message: string, { exit = 'failed', help }: { exit?: ExitName; help?: string } = {}) {
    super(message);
    this.exit = exit;
    this.help = help;
  }
}
