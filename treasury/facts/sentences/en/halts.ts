import type { HaltFact, ReadingWait, Tampering } from '../../halt-facts.ts';
import type { BesideHalts } from '../halt-texts.ts';
import { type SaidOf, saidBeside } from '../said.ts';
import { moment, type Sentence, sentence, written } from '../sentence.ts';
import { askedText } from './asked.ts';

const LEDGER = 'Something other than Sluice has written to the ledger.';

function lowered({ counts }: Extract<Tampering, { readonly code: 'counts-lowered' }>): string {
  const each = counts.map(({ place, counters }) => {
    const kinds = counters.map(({ kind, of }) => (of === '' ? kind : `${kind} ${of}`));
    return `what limits count of ${place} (${kinds.join(', ')})`;
  });
  return `${each.join(', ')} is below what its claims took. ${LEDGER}`;
}

export const TAMPERINGS: SaidOf<Tampering, BesideHalts> = {
  stopped: ({ why }, { refused }) => refused(why),
  'settlement-unsealed': ({ by, instructionId }) =>
    sentence`The statement of ${written(by)} about the outcome of ${instructionId} has no valid seal. ${LEDGER}`,
  'unbooked-unsealed': ({ by, currency }) =>
    sentence`The statement of ${written(by)} about what is unbooked in ${currency} has no valid seal. ${LEDGER}`,
  'counts-lowered': lowered,
  'claim-differs': ({ currency, instructionId }) =>
    `the lane of ${currency} holds another claim than that of ${instructionId}. ${LEDGER}`,
  'policy-older': ({ asserted }) =>
    `the policy that stands is older than its history (${asserted}). ${LEDGER}`,
  'reading-unsealed': ({ of }) =>
    sentence`the seal over the balances of ${moment(of)} does not hold. Something other than Sluice has written to the snapshots.`,
};

/** Why balances prove nothing now. */
export const READING_WAITS: SaidOf<ReadingWait, unknown> = {
  'key-out-of-reach': () => 'the key that readings are sealed with is out of reach',
  'reading-without-seal': ({ takenAt }) =>
    sentence`the reading of ${moment(takenAt)} has no seal, so nothing proves what it shows`,
  'not-read': ({ problem }) => sentence`the balances could not be read anew (${written(problem)})`,
  'read-before': ({ takenAt }) =>
    sentence`the balances read anew are of ${moment(takenAt)}, from before they were asked for`,
};

type Stopping = Exclude<HaltFact, { readonly code: 'anomaly' | 'settlement-contradicted' }>;

function unsealed(fact: Stopping, beside: BesideHalts): Sentence {
  return sentence`A seal does not hold, and nothing was sent: ${saidBeside(TAMPERINGS, fact, beside)}`;
}

/** The comment of a halt by Sluice itself. */
export const HALTS: SaidOf<HaltFact, BesideHalts> = {
  stopped: unsealed,
  'settlement-unsealed': unsealed,
  'unbooked-unsealed': unsealed,
  'counts-lowered': (fact) => `What limits count was lowered: ${lowered(fact)}`,
  'claim-differs': unsealed,
  'policy-older': unsealed,
  'reading-unsealed': unsealed,
  anomaly: ({ cause, instructionId, asked, answered }, { seen }) => {
    const what =
      asked === null ? ', which could not be recorded' : sentence`; asked: ${askedText(asked)}`;
    return sentence`anomaly "${cause}" in the answer to ${instructionId}${what}; answered: ${seen(answered)}`;
  },
  'settlement-contradicted': ({ cause, instructionId, answered }, { seen }) => {
    const what = cause === null ? 'a confirmation' : `anomaly "${cause}"`;
    return sentence`A settlement is contradicted: ${what} in the answer to ${instructionId}, which came after it had been settled; answered: ${seen(answered)}`;
  },
};
