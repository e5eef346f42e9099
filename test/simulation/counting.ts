import type { DecideResult } from '../../treasury/approvals/decide.ts';
import type { SendResult } from '../../treasury/outgoing/send-result.ts';
import type { SettleResult } from '../../treasury/settlement/settle.ts';
import type { IncompleteRunError, SweepRun } from '../../treasury/sweeps/run-sweeps.ts';
import type { TradeResult } from '../../treasury/trades/place-trade.ts';
import type { WatchdogAction } from '../../treasury/watchdog/watchdog-action.ts';
import type { RequestResult } from '../../treasury/withdrawals/request-withdrawal.ts';
import type { Coverage } from './coverage.ts';

/** What the use cases came to, by their codes. */

export function countDecisions(coverage: Coverage, run: SweepRun): void {
  for (const decision of run.decisions) {
    coverage.count('decisions', decision.outcome === 'sweep' ? 'sweep' : decision.reason);
  }
  if (run.leftOut.length > 0) coverage.count('runs', 'left-out');
  if (run.contended.length > 0) coverage.count('runs', 'contended');
  if (run.alreadyDecided.length > 0) coverage.count('runs', 'already-decided');
}

export function countIncomplete(coverage: Coverage, { run }: IncompleteRunError): void {
  coverage.count('runs', 'incomplete');
  countDecisions(coverage, run);
}

export function countSent(coverage: Coverage, sent: SendResult): void {
  coverage.count('sends', sent.result);
  if (sent.result === 'deferred') coverage.count('deferred', sent.reason);
}

export function countTradeSent(coverage: Coverage, sent: SendResult): void {
  coverage.count('trade-sends', sent.result);
  if (!('instruction' in sent) || sent.instruction.conversion === undefined) return;
  coverage.count('conversions', sent.instruction.status.state);
}

export function countTraded(coverage: Coverage, traded: TradeResult): void {
  const replayed = 'replayed' in traded && traded.replayed;
  coverage.count('trades', replayed ? 'replayed' : traded.result);
  if (traded.result === 'refused') coverage.count('trade-refusals', traded.refusal.code);
}

export function countActions(coverage: Coverage, actions: readonly WatchdogAction[]): void {
  for (const { kind } of actions) coverage.count('actions', kind);
}

export function countSettled(coverage: Coverage, settled: SettleResult): void {
  const replayed = settled.result === 'settled' && settled.replayed;
  coverage.count('settles', replayed ? 'replayed' : settled.result);
  if (settled.result === 'refused') coverage.count('settle-refusals', settled.refusal.code);
}

export function countDecided(coverage: Coverage, decision: string, decided: DecideResult): void {
  const replayed = decided.result === 'decided' && decided.replayed;
  const result = decided.result === 'decided' ? decision : decided.result;
  coverage.count('approvals', replayed ? 'replayed' : result);
  if (decided.result === 'refused') coverage.count('approval-refusals', decided.refusal.code);
}

export function countAsked(coverage: Coverage, asked: RequestResult): void {
  const replayed = asked.result === 'requested' && asked.replayed;
  coverage.count('requests', replayed ? 'replayed' : asked.result);
  if (asked.result === 'refused') coverage.count('request-refusals', asked.refusal.code);
}
