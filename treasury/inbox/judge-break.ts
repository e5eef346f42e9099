import { judgeClosing, refuseBreakDecision } from '../breaks/decide.ts';
import type { BreakRefusal } from '../breaks/ports.ts';
import type { Break } from '../ledger/break.ts';
import type { InboxJudgement, WhyNotCode } from './inbox-item.ts';

const CODES: Readonly<Record<BreakRefusal['code'], WhyNotCode>> = {
  'not-found': 'changed',
  stale: 'changed',
  'break-closed': 'changed',
  'break-unbooked': 'blocked',
  'break-unexplained': 'not-yet',
  'maker-is-checker': 'own-proposal',
  'too-many-statements': 'blocked',
};

/** What a person would meet who explains an open break, or closes an explained one. Breaks have no seals. */
export function judgeBreakFor(by: string, each: Break): InboxJudgement {
  const refusal = refuseBreakDecision(each, each) ?? refuseNextStep(by, each);
  if (refusal === null) return { trusted: null, whyNot: null };
  const { code, message } = refusal;
  return { trusted: null, whyNot: { code: CODES[code], message } };
}

function refuseNextStep(by: string, each: Break): BreakRefusal | null {
  if (each.status.state !== 'explained') return null;
  const closing = judgeClosing(each, by);
  return closing.ok ? null : closing.refusal;
}
