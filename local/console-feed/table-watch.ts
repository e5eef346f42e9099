import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { INSTRUCTION } from '../../adapters/store/instruction-item.ts';
import { fromItem, type Item } from '../../adapters/store/item.ts';
import { ledgerMoveOf } from '../../adapters/store/ledger-moves.ts';
import { SNAPSHOT } from '../../adapters/store/snapshot-item.ts';
import { eventOf } from '../../treasury/events/event-of.ts';
import type { TreasuryEvent } from '../../treasury/events/treasury-event.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import type { StreamReader } from '../streams/stream-reader.ts';
import { Ticker } from '../streams/ticker.ts';
import { eventLine } from './event-line.ts';
import { type FeedLine, instructionLine, snapshotLine } from './feed-line.ts';

type LinesOf = (records: readonly _Record[]) => readonly FeedLine[];

/** Reads a table's stream from now on and prints its events, without taking part in it. */
export class TableWatch {
  readonly #reader: StreamReader;
  readonly #ticker: Ticker;
  readonly #linesOf: LinesOf;
  readonly #tell: (feedLine: FeedLine) => void;

  constructor(
    reader: StreamReader,
    linesOf: LinesOf,
    listeners: {
      readonly tell: (feedLine: FeedLine) => void;
      readonly failed: (error: unknown) => void;
    },
  ) {
    this.#reader = reader;
    this.#linesOf = linesOf;
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
      for (const feedLine of this.#linesOf(read.records)) this.#tell(feedLine);
    }
  }
}

/** Lines about snapshots and misses. */
export function snapshotLines(records: readonly _Record[]): readonly FeedLine[] {
  return records.flatMap(({ dynamodb, eventName }) => {
    const image = dynamodb?.NewImage as Item | undefined;
    // Runs lie in the same table; a snapshot whose expiry was lifted was printed when it was taken.
    if (image?.entity?.S !== SNAPSHOT.entity || eventName !== 'INSERT') return [];
    return [snapshotLine(fromItem(SNAPSHOT, image))];
  });
}

/** Lines about the ledger: instructions whose state changed, and everything that is an event. */
export function ledgerLines(records: readonly _Record[]): readonly FeedLine[] {
  const events = records.map(eventIn);
  const approved = new Set(events.flatMap((event) => (event === null ? [] : approvedBy(event))));
  return records.flatMap((record, index) => {
    const event = events[index] ?? null;
    const line =
      instructionIn(record) ??
      // The line about its approval names the change, and who made it.
      (event === null || approved.has(versionIn(event)) ? null : eventLine(event));
    return line ?? [];
  });
}

function instructionIn({ dynamodb }: _Record): FeedLine | null {
  const image = dynamodb?.NewImage as Item | undefined;
  if (image?.entity?.S !== INSTRUCTION.entity) return null;
  if (dynamodb?.OldImage?.state?.S === image.state?.S) return null;
  return instructionLine(fromItem(INSTRUCTION, image));
}

function eventIn({ dynamodb }: _Record): TreasuryEvent | null {
  const image = dynamodb?.NewImage as Item | undefined;
  if (image === undefined) return null;
  const before = (dynamodb?.OldImage as Item | undefined) ?? null;
  const recordedAt = instantOf((dynamodb?.ApproximateCreationDateTime ?? new Date()).getTime());
  const move = ledgerMoveOf(before, image, recordedAt);
  return move === null ? null : eventOf(LOCAL_SOURCE, move);
}

/** No event of the console leaves it, so its source says nothing. */
const LOCAL_SOURCE = 'urn:sluice:local';

/** The version of a piece of policy that an approval wrote. */
function approvedBy(event: TreasuryEvent): readonly string[] {
  if (event.type !== 'com.sluice.policy.change-approved') return [];
  const { kind, policyId, baseVersion } = event.data;
  return [`${kind}/${policyId ?? kind}/${baseVersion + 1}`];
}

function versionIn({ type, subject, data }: TreasuryEvent): string {
  return `${type.split('.')[2]}/${subject}/${'version' in data ? data.version : ''}`;
}
