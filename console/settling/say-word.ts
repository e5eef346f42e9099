import type { InstructionList } from '../approving/instruction.ts';
import type { SendDecision } from '../deciding/use-decision.ts';
import type { SettlementBody } from './settlement.ts';

/** What a person says became of a request. */
export type Word = Omit<SettlementBody, 'comment'>;

/**
 * Says it, on the evidence that is rendered. The first word is recorded; the same word of another person settles.
 */
export function saying(list: InstructionList, id: string): SendDecision<'say', Word | null> {
  return async ({ client, input: { content, comment, etag } }) => {
    if (content === null) throw new TypeError('the form holds no word');
    const input = { path: { id }, body: { ...content, comment }, ifMatch: { etag } };
    const { status } =
      list === 'withdrawals'
        ? await client.post('/v1/withdrawals/{id}/settle', input)
        : await client.post('/v1/trades/{id}/settle', input);
    return status === 200
      ? 'Settled: both people say the same.'
      : 'Your word is recorded. It counts when another person agrees.';
  };
}
