import type { ProblemCode } from '../../problems/problem-table.ts';
import { withdrawalCheck } from '../check-responses.ts';
import type { Documented } from '../operation.ts';
import { instruction } from '../response-schemas.ts';

const CONTENDED: readonly ProblemCode[] = ['contended'];
const UNDECIDED: readonly ProblemCode[] = ['not-awaiting', 'approval-expired'];
const decided = {
  200: { description: 'As it stands now', schema: instruction, headers: ['ETag'] },
} as const;
const refusal = { comment: 'the wrong month' };

/** People's decisions about one instruction, by the method and the rest of its path. */
const DECISIONS = {
  'POST approve': {
    example: { comment: 'as agreed on Monday' },
    answers: decided,
    problems: [
      ...CONTENDED,
      ...UNDECIDED,
      'content-differs',
      'maker-is-checker',
      'not-sealed',
      'seal-invalid',
      'seals-unavailable',
      'disarmed',
      'halted',
      'dry-run',
      'account-not-active',
      'account-cooling-off',
    ],
  },
  'POST decline': {
    example: refusal,
    answers: decided,
    problems: [...CONTENDED, ...UNDECIDED],
  },
  'POST cancel': {
    example: refusal,
    answers: decided,
    problems: [...CONTENDED, 'not-cancellable'],
  },
  'POST settle': {
    example: {
      executed: true,
      withdrawalId: '7d0e2f34-1a5b-4c6d-8e9f-0a1b2c3d4e5f',
      comment: 'row 3 of the statement of today',
    },
    answers: {
      200: {
        description: 'Two people have said so: settled',
        schema: instruction,
        headers: ['ETag'],
      },
      202: {
        description: 'One person has said so; another one has to agree',
        schema: instruction,
        headers: ['ETag'],
      },
    },
    problems: [
      ...CONTENDED,
      'nothing-to-settle',
      'lane-free',
      'no-evidence',
      'evidence-changed',
      'in-quarantine',
      'no-later-balance',
      'reading-differs',
      'no-reading',
      'reading-forged',
      'claim-differs',
      'proposal-differs',
      'too-many-statements',
      'withdrawal-id-mismatch',
      'withdrawal-known',
      'fill-missing',
      'fill-mismatch',
      'seals-unavailable',
    ],
  },
  'POST settle/retract': {
    answers: { 200: { description: 'Taken back', schema: instruction, headers: ['ETag'] } },
    problems: [...CONTENDED, 'proposed-by-another', 'nothing-proposed'],
  },
} as const satisfies Readonly<Record<string, Documented>>;

export const INSTRUCTIONS = {
  'POST /v1/withdrawals/check': {
    example: { withdrawalAccountId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01', amount: '0.51' },
    answers: {
      200: {
        description: 'What a request would be told now; nothing is written',
        schema: withdrawalCheck,
      },
    },
    problems: ['account-unknown', 'seals-unavailable'],
  },
  'POST /v1/withdrawals': {
    example: {
      withdrawalAccountId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01',
      amount: '0.5',
      reference: 'INV-2026-0117',
      metadata: { costCentre: '4410' },
      comment: 'for the audit of the second quarter',
    },
    answers: {
      202: {
        description: 'Written down; another person approves it',
        schema: instruction,
        headers: ['ETag', 'Location', 'Idempotent-Replayed'],
      },
    },
    problems: [
      ...CONTENDED,
      'disarmed',
      'halted',
      'dry-run',
      'balance-unknown',
      'account-cooling-off',
      'account-unknown',
      'account-not-active',
      'balance-insufficient',
      'limit-unknown',
      'account-limit',
      'counterparty-limit',
      'outflow-limit',
      'occurrence-not-missed',
      'occurrence-before-rearming',
      'occurrence-used',
      'occurrence-unknown',
      'seals-unavailable',
    ],
  },
  ...decisionsBelow('withdrawals'),
  ...decisionsBelow('trades'),
} as const satisfies Readonly<Record<string, Documented>>;

type List = 'withdrawals' | 'trades';
type Decided<Name, Each extends List> = Name extends `${infer Method} ${infer Verb}`
  ? `${Method} /v1/${Each}/{id}/${Verb}`
  : never;

/** The same below each list, by the keys of its routes. */
function decisionsBelow<Each extends List>(
  list: Each,
): { readonly [Name in keyof typeof DECISIONS as Decided<Name, Each>]: (typeof DECISIONS)[Name] } {
  const entries = Object.entries(DECISIONS).map(([name, documented]) => [
    name.replace(' ', ` /v1/${list}/{id}/`),
    documented,
  ]);
  return Object.fromEntries(entries);
}
