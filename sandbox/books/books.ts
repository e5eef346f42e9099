import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { Decimal } from '../../treasury/money/decimal.ts';
import { positiveDecimalText } from '../../treasury/money/decimal-text.ts';
import { describeIssues } from '../describe-issues.ts';
import type { Answered, JournalEntry } from '../journal/journal-entry.ts';
import { decimalsOf } from '../market/currencies.ts';
import { SandboxStartError } from '../start-error.ts';
import { applyRecord } from './apply-record.ts';
import { DataFile } from './data-file.ts';
import type { BookRecord } from './records.ts';
import { type BooksState, type Movement, openingState } from './state.ts';

/** Currency code and amount of a deposit or a debit. */
export const movementRequest = z.strictObject({
  currency: z.string().regex(/^[A-Z][A-Z0-9]{1,11}$/, 'expected an upper-case currency code'),
  amount: positiveDecimalText,
});
export type MovementRequest = z.infer<typeof movementRequest>;

export type MovementOutcome =
  | { readonly ok: true; readonly movement: Movement }
  | {
      readonly ok: false;
      readonly code: 'invalid' | 'too-fine' | 'insufficient-balance';
      readonly detail: string;
    };

/** The sandbox's books: what is in memory, and the data file behind it where there is one. */
export class Books {
  readonly state: BooksState;
  readonly #file: DataFile | null;
  #closed = false;

  private constructor(state: BooksState, file: DataFile | null) {
    this.state = state;
    this.#file = file;
  }

  /**
   * Opens the books at `dataFile`, or in memory. An existing file keeps its seed; asking for another
   * one is refused, since its prices could not be continued.
   */
  static open(
    options: { readonly seed: number | undefined; readonly dataFile: string | undefined },
    defaultSeed: number,
    now: number,
  ): Books {
    const opening = () => openingState(options.seed ?? defaultSeed, now);
    if (options.dataFile === undefined) return new Books(opening(), null);
    const { file, state } = DataFile.open(options.dataFile, opening);
    if (options.seed !== undefined && options.seed !== state.seed) {
      file.close();
      throw new SandboxStartError(
        'data-file-has-another-seed',
        `data file ${options.dataFile} was made with seed ${state.seed}, not ${options.seed}`,
      );
    }
    return new Books(state, file);
  }

  /** Makes a change: first on disk, then in memory. After closing nothing changes any more. */
  record(record: BookRecord): void {
    if (this.#closed) return;
    this.#file?.append(record);
    applyRecord(this.state, record);
    if (this.#file?.wantsCheckpoint) this.#file.checkpoint(this.state);
  }

  /** Journals a request as received, and answers its sequence number. */
  receive(entry: Omit<JournalEntry, 'seq'>): number {
    const seq = this.state.journalDropped + this.state.journal.length + 1;
    this.record({ record: 'received', entry: { seq, ...entry } });
    return seq;
  }

  answered(seq: number, answered: Answered): void {
    this.record({ record: 'answered', seq, answered });
  }

  available(currency: string): Decimal {
    return new Decimal(this.state.balances[currency]?.available ?? '0');
  }

  /** A deposit, or a debit that the client did not ask for. */
  move(
    kind: Movement['kind'],
    origin: Movement['origin'],
    request: MovementRequest,
    now: number,
  ): MovementOutcome {
    const parsed = movementRequest.safeParse(request);
    if (!parsed.success) {
      return { ok: false, code: 'invalid', detail: describeIssues(parsed.error) };
    }
    const { currency, amount } = parsed.data;
    const decimals = decimalsOf(currency);
    if (new Decimal(amount).decimalPlaces() > decimals) {
      const detail = `${currency} has ${decimals} fraction digits`;
      return { ok: false, code: 'too-fine', detail };
    }
    if (kind === 'debit' && this.available(currency).lessThan(amount)) {
      const detail = `${this.available(currency).toFixed()} ${currency} is available`;
      return { ok: false, code: 'insufficient-balance', detail };
    }
    const at = new Date(now).toISOString();
    const movement: Movement = { id: randomUUID(), kind, origin, currency, amount, at };
    this.record({ record: 'moved', movement });
    return { ok: true, movement };
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#file?.close();
  }
}
