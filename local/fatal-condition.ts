/** Conditions of the machine that no part of the stack can go on after, by the system's codes, for a person. */
const CONDITIONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk can only be read',
  EFBIG: 'a file may not grow further (ulimit -f)',
  EIO: 'the disk fails',
};

/** The engine's words for the first of them. */
const ENGINE_CANNOT_WRITE =
  /database or disk is full|disk I\/O error|attempt to write a readonly database/i;

/** What ends a stack, in one line; null if it can go on. */
export function fatalLine(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path: file } = error as NodeJS.ErrnoException;
  const condition = code === undefined ? undefined : CONDITIONS[code];
  if (condition !== undefined) return file === undefined ? condition : `${condition}: ${file}`;
  return isEngineFull(error.message) ? engineFullLine(error.message) : null;
}

/** Whether the engine says that it can write no more. */
export function isEngineFull(message: string): boolean {
  return ENGINE_CANNOT_WRITE.test(message);
}

export function engineFullLine(message: string): string {
  return `the database engine cannot write: ${message.split('\n')[0]}`;
}

/** Something after which the stack stops: the first that is reported counts. */
export class FatalCondition {
  readonly #reached = Promise.withResolvers<string>();
  #isReached = false;

  /** Settles with one line; never without. */
  get reached(): Promise<string> {
    return this.#reached.promise;
  }

  /** Whether the stack ends: what is noticed from now on follows from it, and would hide its one line. */
  get isReached(): boolean {
    return this.#isReached;
  }

  end(line: string): void {
    this.#isReached = true;
    this.#reached.resolve(line);
  }

  /** Ends the stack if the error is one of those conditions. Returns whether it is. */
  consider(error: unknown): boolean {
    const line = fatalLine(error);
    if (line !== null) this.end(line);
    return line !== null;
  }

  /** An error that no part of the stack caught ends it, in order, rather than the process at once. */
  takeUncaught(): void {
    process.on('uncaughtException', (error) => {
      if (this.consider(error)) return;
      this.end(`unexpected: ${error.message.split('\n')[0]} (SLUICE_DEBUG=1 shows where)`);
      if (process.env.SLUICE_DEBUG === '1') process.stderr.write(`${error.stack}\n`);
    });
  }
}
