import type { components } from '@sluice/client';
import { type Difference, differencesOf } from '../approving/differences.ts';
import { type Instruction, quoteOf } from '../approving/instruction.ts';
import { formatAmount } from '../display/amounts.ts';

export type Evidence = NonNullable<Instruction['evidence']>;
export type Settlement = NonNullable<Instruction['settlement']>;
export type SettlementBody = components['schemas']['SettlementBody'];
export type Explanation = NonNullable<Evidence['currencies'][number]['explanations']>[number];

/** States of an instruction whose outcome two people settle. */
const UNSETTLED: ReadonlySet<string> = new Set(['unknown', 'rejected', 'anomaly']);

export function isUnsettled({ status }: Pick<Instruction, 'status'>): boolean {
  return UNSETTLED.has(status.state);
}

type Cause = Extract<Instruction['status'], { readonly state: 'unknown' }>['cause'];

/** Why the outcome is not known, by the API's code. */
const CAUSES: Readonly<Record<Cause, string>> = {
  timeout: 'The service gave no answer in time.',
  'connection-lost': 'The connection was lost before an answer came.',
  status: 'The service answered with a status that says neither yes nor no.',
  'empty-answer': 'The answer of the service was empty.',
  'truncated-answer': 'The answer of the service broke off.',
  'invalid-answer': 'The answer of the service could not be read.',
  'oversized-answer': 'The answer of the service was too long to be read.',
  redirected: 'The service pointed elsewhere instead of answering.',
  'other-time':
    'The service answered with a withdrawal that was created more than a day before or after the request.',
  'not-recorded': 'Sluice stopped before it had written down an answer.',
  'state-failed': 'The service says that it failed, which does not say that nothing left.',
  'state-open': 'The service says that it is not done yet.',
  'state-unrecognised': 'The service states a state that Sluice does not know.',
  'not-stated':
    'The service did not say that the trade was carried out. Look it up; the evidence proposes how such answers can be read.',
  'other-spelling': 'The service names the instrument in a spelling that Sluice does not know.',
  'fills-unreadable': 'The service states fills that cannot be read, or that are none.',
  'destination-unreadable':
    'The answer of the service has no text where it says where the money went.',
  'amount-net':
    'The service states less than was asked for, by no more than a fee. If it always does, two people say so in the controls or the account: answered amounts are net.',
  'amount-cut':
    'The service states the amount with fewer digits than were asked for. If it cuts amounts, two people say so in the controls or the account: digits of answered amounts.',
  'network-unconfirmed':
    'The service calls the network by a name that two people have not confirmed yet: they enter it in the account, as its name at the service.',
};

export function causeOf({ status }: Pick<Instruction, 'status'>): string {
  if (status.state === 'anomaly') {
    if (status.cause === 'other-destination') {
      return 'The answer says that the money went elsewhere than to the registered account. Everything is halted until two people resume it.';
    }
    return 'The answer contradicts the request. Everything is halted until two people resume it.';
  }
  if (status.state === 'rejected') {
    return 'The service rejected it; a balance fell all the same, or could have.';
  }
  return status.state === 'unknown' ? CAUSES[status.cause] : 'What became of it is not known.';
}

/** What one explanation says, in one sentence. */
export function explanationText({ executed, shownLate }: Explanation): string {
  const outcome = executed ? 'It was executed' : 'It was not executed';
  if (shownLate.length === 0) return `${outcome}.`;
  const earlier = shownLate.length === 1 ? 'an earlier request' : 'earlier requests';
  return `${outcome}; ${earlier} showed only after the claim.`;
}

/** What all readings together leave possible. */
export function verdictOf({ explains }: Pick<Evidence, 'explains'>): string {
  if (explains.executed && explains.notExecuted) {
    return 'Both answers explain every reading: only the records of the service tell which one is true.';
  }
  if (explains.executed) return 'Only “executed” explains every reading.';
  if (explains.notExecuted) return 'Only “not executed” explains every reading.';
  return 'Neither answer explains every reading: something else moved as well. Look at the records of the service, and at the breaks.';
}

/** A person's word as the API takes it. The second person sends the very same. */
export function sameWord({
  executed,
  withdrawalId,
  fill,
}: Settlement): Omit<SettlementBody, 'comment'> {
  return {
    executed,
    ...(withdrawalId !== undefined && { withdrawalId }),
    ...(fill !== undefined && { fill }),
  };
}

/** "was executed, as withdrawal wd-17": what a person says became of it. */
export function wordText(
  { executed, withdrawalId, fill }: Pick<SettlementBody, 'executed' | 'withdrawalId' | 'fill'>,
  content: Instruction['content'],
  locale?: string,
): string {
  if (!executed) return 'was not executed';
  if (content.kind === 'trade' && fill !== undefined) {
    const [base = ''] = content.instrument.split('/');
    const options = locale === undefined ? {} : { locale };
    const got = `${formatAmount(fill.base, base, options)} ${base}`;
    const paid = `${formatAmount(fill.quote, quoteOf(content), options)} ${quoteOf(content)}`;
    return `was executed: ${got} for ${paid}`;
  }
  return withdrawalId === undefined
    ? 'was executed'
    : `was executed, as withdrawal ${withdrawalId}`;
}

/** What a person's word rests on: the evidence, what the other person said, and that it is open at all. */
function basis({ status, evidence, settlement }: Instruction): object {
  return {
    state: status.state,
    ...(evidence !== undefined && { evidence: evidence.message, digest: evidence.digest }),
    ...(settlement !== undefined && {
      'first word': {
        by: settlement.by,
        ...sameWord(settlement),
        comment: settlement.comment,
      },
    }),
  };
}

export function settlementBasis(instruction: Instruction): string {
  return JSON.stringify(basis(instruction));
}

export function settlementDifferences(
  before: Instruction,
  after: Instruction,
): readonly Difference[] {
  return differencesOf(basis(before), basis(after));
}
