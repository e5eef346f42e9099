import type { StopFact } from '../facts/stop-fact.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { judgeBasis } from '../sealing/decision-basis.ts';
import { judgeHalt } from '../sealing/judge-halt.ts';
import type { SealVerifier } from '../seals/ports.ts';
import { needsApproval, refuseByWaiting } from './await-approval.ts';
import type { TradeCommand } from './trade-command.ts';
import { type Guarded, guardTrade } from './trade-guards.ts';
import type { TradeRefusal } from './trade-refusal.ts';
import type { TradeView } from './trade-view.ts';

/** A trade as it is judged. */
export type AskedTrade = Pick<TradeCommand, 'tenant' | 'requestedBy' | 'request'>;

interface JudgePorts {
  readonly ledger: Pick<Ledger, 'readHalt' | 'readHaltMarks'>;
  readonly seals: SealVerifier;
}

export type TradeJudgement =
  /** It may be sent now, or wait for other people. */
  | { readonly verdict: 'sendable' | 'needs-approval'; readonly guarded: Guarded }
  | {
      readonly verdict: 'refused';
      readonly refusal: TradeRefusal;
      /** What another program than Sluice wrote: whoever may write halts on it. */
      readonly tampered?: StopFact;
    }
  /** Another writer halted or resumed meanwhile: it is judged again. */
  | { readonly verdict: 'changed' };

/**
 * Whether a trade may be placed, and whether other people approve it: the one judge of requests, on what the service says now, and
 * of checks, on the latest snapshot. It writes nothing.
 */
export async function judgeTrade(
  ports: JudgePorts,
  { tenant, request }: AskedTrade,
  view: TradeView,
): Promise<TradeJudgement> {
  const guarded = guardTrade(request, view);
  if (!guarded.ok) return refused(guarded.refusal);
  const basis = await judgeBasis(ports.seals, { tenant, epoch: view.epoch }, guarded);
  if (!basis.ok) return disarmed(basis.why, basis.why.verdict === 'invalid');
  if (needsApproval(guarded, view)) {
    const refusal = refuseByWaiting(request, view);
    return refusal === null ? { verdict: 'needs-approval', guarded } : refused(refusal);
  }
  const { epoch, halt } = view;
  const currencies = request.instrument.split('/');
  const judged = await judgeHalt(ports, { tenant, epoch, halt, currencies });
  switch (judged.kind) {
    case 'live':
      return { verdict: 'sendable', guarded };
    case 'changed':
      return { verdict: 'changed' };
    default:
      return disarmed(judged.why, judged.kind === 'tampered');
  }
}

function refused(refusal: TradeRefusal): TradeJudgement {
  return { verdict: 'refused', refusal };
}

function disarmed(why: StopFact, isTampered: boolean): TradeJudgement {
  const refusal = { code: 'disarmed', why } as const;
  return { verdict: 'refused', refusal, ...(isTampered ? { tampered: why } : {}) };
}
