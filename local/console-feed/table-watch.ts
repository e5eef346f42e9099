import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { INSTRUCTION } from '../../adapters/store/instruction-item.ts';
import { fromItem, type Item } from '../../adapters/store/item.ts';
import { SNAPSHOT } from '../../adapters/store/snapshot-item.ts';
import type { StreamReader } from '../streams/stream-reader.ts';
import { Ticker } from '../streams/ticker.ts';
import { type FeedLine, instructionLine, snapshotLine } from './feed-line.ts';

type LineOf = (record: _Record) => FeedLine | null;

/** Reads a table's stream from now on and prints its events, without taking part in it. */
export class TableWatch {
  readonly #reader: StreamReader;
  readonly #ticker: Ticker;
  readonly #lineOf: LineOf;
  readonly #tell: (feedLine: FeedLine) => void;

  constructor(
    reader: StreamReader,
    lineOf: LineOf,
    listeners: {
      readonly tell: (feedLine: FeedLine) => void;
      readonly failed: (error: unknown) => void;
    },
  ) {
    this.#reader = reader;
    this.#lineOf = lineOf;
    this.#tell = listeners.tell;
    this.#ticker = new Ticker(() => this.#round(), listeners.failed);
  }

  /** Its reader begins after the newest record: events before the start were printed when they happened. */
  async start(): Promise<void> {
    await this.#reader.read();
    this.#ticker.start();
  }

  nudge(): void {
    this.#ticker.nudge();
  }

  /** Settles when everything so far has been printed. */
  async caughtUp(): Promise<void> {
    await this.#ticker.nextRound();
  }

  async stop(): Promise<void> {
    await this.#ticker.stop();
  }

  async #round(): Promise<void> {
    for (;;) {
      const read = await this.#reader.read();
      if (read === null || read.records.length === 0) return;
      for (const record of read.records) {
        const feedLine = this.#lineOf(record);
        if (feedLine !== null) this.#tell(feedLine);
      }
    }
  }
}

/** Prints snapshots and misses. */
export function tellSnapshot({ dynamodb, eventName }: _Record): FeedLine | null {
  const image = dynamodb?.NewImage as Item | undefined;
  // Runs lie in the same table; a snapshot whose expiry was lifted was printed when it was taken.
  if (image?.entity?.S !== SNAPSHOT.entity || eventName !== 'INSERT') return null;
  return snapshotLine(fromItem(SNAPSHOT, image));
}

/** Prints instructions whose state changed. */
export function tellInstruction({ dynamodb }: _Record): FeedLine | null {
  const image = dynamodb?.NewImage as Item | undefined;
  if (image?.entity?.S !== 'instruction') return null;
  if (dynamodb?.OldImage?.state?.S === image.state?.S) return null;
  return instructionLine(fromItem(INSTRUCTION, image));
}
