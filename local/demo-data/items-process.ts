import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import path from 'node:path';
import type { ItemsMessage } from './items-messages.ts';
import type { ItemsPart, ItemsWanted } from './items-wanted.ts';

const PROGRAM = path.join(import.meta.dirname, 'items-program.ts');
const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

const ENDED = 'the program that makes up the demo data ended before it was done';

/**
 * Computes made-up history in a process of its own: beside the start of the stack, which has other work meanwhile, and
 * with its end the 120 MB that it takes are free again.
 */
export class ItemsProcess {
  readonly #child: ChildProcess;

  /** Begins to load the program, so that the history can be asked for soon. */
  constructor() {
    this.#child = fork(PROGRAM, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Not the settings of this process, which keep its memory small.
      execArgv: [],
      // Nothing of the person's shell is needed, least of all a token.
      env: { NODE_COMPILE_CACHE: path.join(PROJECT_ROOT, '.sluice', 'compile-cache') },
    });
    // Without a listener an error of the channel would end the stack; whoever waits for parts is told by the exit.
    this.#child.on('error', () => undefined);
  }

  /** Asks for a history at once; its parts, as they come. To be asked once. */
  make(wanted: ItemsWanted): AsyncIterable<ItemsPart> {
    const child = this.#child;
    if (!child.connected) throw new Error(ENDED);
    const messages = on(child, 'message', { close: ['exit', 'error'] });
    child.send(wanted, () => undefined);
    return partsIn(messages);
  }

  stop(): void {
    this.#child.kill();
  }
}

async function* partsIn(messages: AsyncIterable<readonly unknown[]>): AsyncGenerator<ItemsPart> {
  for await (const [message] of messages) {
    const said = message as ItemsMessage;
    if ('done' in said) return;
    if ('failed' in said) throw new Error(`the demo data could not be made up: ${said.failed}`);
    yield said;
  }
  throw new Error(ENDED);
}
