import { createLedger } from '../../../adapters/store/ledger.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { Ledger } from '../../../treasury/ledger/ledger.ts';
import { type Answer, failure, said, tableOverWire } from '../../integration/store/engine-wire.ts';

/** What the wire does with the n-th attempt of a conditional write, counted from one. */
export type WriteOutcome =
  | 'passes'
  /** The engine never sees it, and the connection breaks. */
  | 'is lost'
  /** The engine carries it out, and the connection breaks before the answer. */
  | 'is carried out, its answer lost'
  /** As if it were another write: the engine does not recognise what it has carried out before. */
  | 'passes as a new one';

/** What the wire does with an attempt at the last look, the read of the halt that follows a transaction. */
export type LookOutcome =
  | 'passes'
  /** The engine never sees it, and the connection breaks. */
  | 'is lost'
  /** The engine answers, and the connection breaks before the answer. */
  | 'is answered, the answer lost'
  /** The engine has a failure of its own. */
  | 'fails'
  /** Nothing ever comes. */
  | 'hangs'
  /** An item comes that no version of Sluice writes. */
  | 'is answered with another item';

interface WireOutcomes {
  /** Asked for every attempt of a transaction. */
  readonly ofWrite?: (attempt: number, body: string) => WriteOutcome;
  /** Asked for every attempt of a read of the halt after the first transaction, counted from one. */
  readonly ofLook?: (attempt: number) => LookOutcome;
  /** For an attempt, where something hangs; elsewhere a busy machine must not make a timeout of what is answered. */
  readonly answerTimeoutMs?: number;
}

/** The ledger over a wire that breaks. */
export async function ledgerOverWire(
  table: StoreTable,
  { ofWrite = () => 'passes', ofLook = () => 'passes', answerTimeoutMs }: WireOutcomes,
): Promise<{ readonly ledger: Ledger; readonly stop: () => Promise<void> }> {
  let attempts = 0;
  let looks = 0;
  const outcomeOf = (operation: string, body: string): WriteOutcome | LookOutcome => {
    if (operation === 'TransactWriteItems') return ofWrite(++attempts, body);
    const isLook = attempts > 0 && operation === 'GetItem' && body.includes('#HALT"');
    return isLook ? ofLook(++looks) : 'passes';
  };
  const requestHandler = { requestTimeout: answerTimeoutMs, throwOnRequestTimeout: true };
  const { table: overWire, stop } = await tableOverWire(
    table,
    ({ operation, body }, pass) =>
      carriedOut(
        outcomeOf(operation, body),
        () => pass(),
        () => pass(withAnotherToken(body, attempts)),
      ),
    answerTimeoutMs === undefined ? {} : { requestHandler },
  );
  const runs = { table: overWire, retention: 'for-ever' } as const;
  return { ledger: createLedger(overWire, runs), stop };
}

async function carriedOut(
  outcome: WriteOutcome | LookOutcome,
  pass: () => Promise<Answer>,
  passAsNew: () => Promise<Answer>,
): Promise<Answer | 'breaks' | 'hangs'> {
  switch (outcome) {
    case 'passes':
      return await pass();
    case 'passes as a new one':
      return await passAsNew();
    case 'is lost':
      return 'breaks';
    case 'is carried out, its answer lost':
    case 'is answered, the answer lost':
      await pass();
      return 'breaks';
    case 'fails':
      return failure(500, 'InternalServerError');
    case 'hangs':
      return 'hangs';
    case 'is answered with another item':
      return said(200, { Item: { entity: { S: 'halt' }, generation: { S: 'many' } } });
    default:
      return outcome satisfies never;
  }
}

/**
 * The SDK gives a transaction a token by which DynamoDB knows a repetition for ten minutes. Without
 * that, a repetition meets the conditions that its own success has changed.
 */
function withAnotherToken(body: string, attempt: number): string {
  return JSON.stringify({ ...JSON.parse(body), ClientRequestToken: `another-token-${attempt}` });
}
