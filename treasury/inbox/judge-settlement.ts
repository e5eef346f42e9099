import type { Content, Instruction, SettlementProposal } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Policy } from '../policy/policy.ts';
import { judgeSettlementWord } from '../sealing/word-seals.ts';
import type { SealVerifier } from '../seals/ports.ts';
import { currentProposal, type SettlementRefusal } from '../settlement/judge-settlement.ts';
import { judgeSealedSettlement } from '../settlement/settle.ts';
import type { SettlementCommand } from '../settlement/settlement-command.ts';
import type { Instant } from '../time/instant.ts';
import type { InboxJudgement, WhyNotCode } from './inbox-item.ts';

const CODES: Readonly<Record<SettlementRefusal['code'], WhyNotCode>> = {
  'not-found': 'changed',
  'nothing-to-settle': 'changed',
  unreadable: 'blocked',
  'lane-free': 'changed',
  'no-evidence': 'not-yet',
  'evidence-changed': 'changed',
  'in-quarantine': 'not-yet',
  'no-later-balance': 'not-yet',
  'reading-differs': 'changed',
  'no-reading': 'not-yet',
  'reading-forged': 'changed',
  'claim-differs': 'changed',
  'withdrawal-id-mismatch': 'changed',
  'withdrawal-known': 'changed',
  'fill-missing': 'changed',
  'fill-mismatch': 'changed',
  'proposal-differs': 'changed',
  'too-many-statements': 'blocked',
  'newer-version': 'newer-version',
};

export interface SeenSettlement {
  readonly instruction: Instruction;
  readonly lanes: readonly Lane[];
  readonly policy: Policy;
  readonly epoch: string;
  readonly at: Instant;
  /** Whether the id that the first person named belongs to another withdrawal on record. */
  readonly idIsKnown: boolean;
}

/** The word of a first person that still stands: whoever comes next agrees with it, or says otherwise. */
export function firstWordAbout({
  instruction,
  at,
}: Pick<SeenSettlement, 'instruction' | 'at'>): SettlementProposal | null {
  return currentProposal(instruction, at);
}

/** What a person would meet who agrees with the first word, or says the first one. */
export async function judgeSettlementFor(
  by: string,
  seals: SealVerifier,
  seen: SeenSettlement,
): Promise<InboxJudgement> {
  const { instruction, lanes, policy, epoch, at, idIsKnown } = seen;
  const first = firstWordAbout(seen);
  const trusted =
    first === null
      ? null
      : (await judgeSettlementWord(seals, epoch, instruction, first)) === 'valid';
  if (first?.by === by) {
    const message = { code: 'outcome-stated-by-you' } as const;
    return { trusted, whyNot: { code: 'own-proposal', message } };
  }
  const ports = { seals, ledger: { epoch: async () => epoch } };
  const view = { at, instruction, lanes, controls: policy.controls, idIsKnown };
  const { judged } = await judgeSealedSettlement(ports, wordOf(by, instruction, first), view);
  switch (judged.judgement) {
    case 'refuse':
      return { trusted, whyNot: { ...judged.refusal, code: CODES[judged.refusal.code] } };
    case 'settled-before':
      return { trusted, whyNot: { code: 'already-decided', message: { code: 'settled-by-you' } } };
    default:
      return { trusted, whyNot: null };
  }
}

/** Agrees with the first word; without one, says that all of it was executed, which needs no later balance. */
function wordOf(
  by: string,
  { tenant, id: instructionId, content, evidence }: Instruction,
  first: SettlementProposal | null,
): SettlementCommand {
  const said = { tenant, instructionId, by, comment: '', requestId: '' };
  const seen = { ...said, evidence: evidence?.digest ?? '' };
  if (first === null) return { ...seen, executed: true, ...wholeOf(content) };
  const { executed, withdrawalId, fill } = first;
  return {
    ...seen,
    executed,
    ...(withdrawalId === undefined ? {} : { withdrawalId }),
    ...(fill === undefined ? {} : { fill }),
  };
}

/** Of a trade: all of it, at its limit. */
function wholeOf(content: Content): Pick<SettlementCommand, 'fill'> {
  if (content.kind === 'withdrawal') return {};
  const quote = formatDecimal(decimalOf(content.amount).times(decimalOf(content.price)));
  return { fill: { base: content.amount, quote } };
}
