import type { AuditFact } from '../../../audit/audit-entry.ts';
import { PAUSE_REASONS, type PauseReason } from '../../../policy/webhook.ts';
import { proposedWideningSchema } from '../../widening-facts.ts';
import { sayWidening } from '../widening.ts';
import { sayHaltFact } from './say-halt.ts';
import { sayPaused } from './say-waiting.ts';

/**
 * What the facts in an audit entry come to: what Sluice found when it halted, why more can leave by a proposal, why a webhook was
 * paused. The entry itself stays as it was hashed. In English, like every export.
 */
export function sayAuditEntry({ after }: Pick<AuditFact, 'after'>): readonly string[] {
  if (typeof after !== 'object' || after === null) return [];
  const { found, pausedBySluice } = after as Readonly<Record<string, unknown>>;
  const widening = proposedWideningSchema.safeParse(after);
  return [
    ...(isCoded(found) ? [sayHaltFact(found)] : []),
    ...(widening.success ? widening.data.widens.map(sayWidening) : []),
    ...(isPause(pausedBySluice) ? [sayPaused(pausedBySluice.reason)] : []),
  ];
}

function isCoded(found: unknown): found is { readonly code: string } {
  return typeof found === 'object' && found !== null && 'code' in found;
}

function isPause(paused: unknown): paused is { readonly reason: PauseReason } {
  if (typeof paused !== 'object' || paused === null || !('reason' in paused)) return false;
  return PAUSE_REASONS.some((each) => each === paused.reason);
}
