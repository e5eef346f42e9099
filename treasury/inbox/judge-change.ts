import type { ConflictPorts } from '../changes/conflicts.ts';
import {
  judgeChangeApproval,
  judgeChangeDecision,
  judgeHaltWhole,
  type SeenChange,
  sayErased,
} from '../changes/judge-change.ts';
import type { ChangeRefusal } from '../changes/refusal.ts';
import { saySuperseded } from '../facts/sentences/say/say-waiting.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { judgeChange } from '../sealing/policy-seals.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { InboxJudgement, WhyNot, WhyNotCode } from './inbox-item.ts';

const CODES: Readonly<Record<ChangeRefusal['code'], WhyNotCode>> = {
  disarmed: 'blocked',
  'newer-version': 'newer-version',
  unreadable: 'blocked',
  'not-found': 'changed',
  exists: 'changed',
  'id-used-before': 'changed',
  stale: 'changed',
  'halt-changed': 'changed',
  'halt-tampered': 'not-trusted',
  'policy-conflict': 'changed',
  'too-many-changes': 'blocked',
  'limit-holds': 'blocked',
  'calendar-in-use': 'blocked',
  'change-closed': 'changed',
  'change-expired': 'expired',
  'change-superseded': 'changed',
  'change-unsealed': 'not-trusted',
  'change-conflict': 'changed',
  'maker-is-checker': 'own-proposal',
  'made-by-another': 'role',
};

export interface JudgeChangePorts extends Omit<ConflictPorts, 'ledger'> {
  readonly seals: SealVerifier;
  readonly ledger: ConflictPorts['ledger'] & Pick<Ledger, 'readHaltMarks'>;
}

/** What a person's approval of a proposal would meet. */
export async function judgeChangeFor(
  by: string,
  ports: JudgeChangePorts,
  seen: SeenChange,
): Promise<InboxJudgement> {
  const { change, epoch, at } = seen;
  const trusted = (await judgeChange(ports.seals, epoch, change)) === 'valid';
  const judged = judgeChangeDecision(change, { decision: 'approve', by }, at);
  if (judged.judgement === 'refuse') return { trusted, whyNot: whyNotOf(judged.refused.refusal) };
  if (judged.judgement === 'done-before') {
    return { trusted, whyNot: { code: 'already-decided', message: { code: 'approved-by-you' } } };
  }
  return { trusted, whyNot: await refuseApproval(ports, seen) };
}

async function refuseApproval(ports: JudgeChangePorts, seen: SeenChange): Promise<WhyNot | null> {
  const { change, policy, epoch } = seen;
  const judged = await judgeChangeApproval(ports, seen);
  if (judged.judgement === 'superseded')
    return { code: 'changed', message: saySuperseded(judged.why) };
  if (judged.judgement === 'refuse') return whyNotOf(judged.refused.refusal);
  if (change.resumption === undefined) return null;
  const sealed = { tenant: change.tenant, epoch };
  const { erased } = await judgeHaltWhole(ports, sealed, policy.halt);
  if (erased === null) return null;
  return { code: CODES['halt-tampered'], message: sayErased(erased) };
}

function whyNotOf({ code, message }: ChangeRefusal): WhyNot {
  return { code: CODES[code], message };
}
