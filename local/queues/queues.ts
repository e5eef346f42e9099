import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { QueueModel } from '../assembly/model.ts';
import { PRIVATE_FILE, writeAtomically } from '../data-folder/write-atomically.ts';
import { LocalStackError } from '../stack-error.ts';

const message = z.object({
  queue: z.string(),
  sentAt: z.string(),
  body: z.unknown(),
});
/** A message that waits in a queue for a person. Nothing takes it out: it is evidence. */
export type QueuedMessage = Readonly<z.output<typeof message>>;

/**
 * The queues for undelivered messages. With a file, every message is appended to it before `send` returns, one JSON
 * object a line.
 */
export class Queues {
  readonly #names: ReadonlyMap<string, string>;
  readonly #file: string | null;
  readonly #messages: QueuedMessage[];
  readonly #onSent: (message: QueuedMessage) => void;

  constructor(
    queues: readonly QueueModel[],
    file: string | null,
    onSent: (message: QueuedMessage) => void = () => undefined,
  ) {
    this.#names = new Map(queues.map(({ arn, name }) => [arn, name]));
    this.#file = file;
    this.#onSent = onSent;
    this.#messages = file !== null && existsSync(file) ? readMessages(file) : [];
  }

  /** Puts a message into the queue of this ARN. */
  send(queueArn: string, body: unknown): void {
    const queue = this.#names.get(queueArn);
    if (queue === undefined) throw new Error(`there is no queue ${queueArn}`);
    const sent = { queue, sentAt: new Date().toISOString(), body };
    if (this.#file !== null) {
      appendFileSync(this.#file, `${JSON.stringify(sent)}\n`, { mode: PRIVATE_FILE });
    }
    this.#messages.push(sent);
    this.#onSent(sent);
  }

  /** All messages, oldest first. */
  messages(): readonly QueuedMessage[] {
    return [...this.#messages];
  }
}

function readMessages(file: string): QueuedMessage[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  // A process that was killed while it wrote leaves half a line at the end, and only there.
  const half = lines.pop() ?? '';
  if (half !== '') writeAtomically(file, lines.map((line) => `${line}\n`).join(''));
  return lines.map((line, index) => {
    const parsed = message.safeParse(parseJson(line));
    if (parsed.success) return parsed.data;
    throw new LocalStackError(
      `${file} is not readable at line ${index + 1}; choose another --data`,
    );
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
