import type { RecordedCheck } from '../decisions/decision.ts';
import type { StopFact } from '../facts/stop-fact.ts';
import { advance } from '../instructions/advance.ts';
import { currenciesOf, type Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { dropOpen } from '../instructions/lane-transitions.ts';
import { unreadableIn } from '../instructions/not-sent.ts';
import { failureOf } from '../instructions/rule-failures.ts';
import { missedByEnd } from '../ledger/ended-occurrence.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import type { Effects } from '../ports/effects.ts';
import { refusedByFormat } from '../rules/refused-by-format.ts';
import { commitEnding } from '../sealing/put-back.ts';
import { haltsOn } from '../sealing/tampering.ts';
import { deferred, type SendResult } from './send-result.ts';

/** Why an approved instruction ends unsent. */
export interface Cancellation {
  readonly reason: string;
  readonly why: StopFact;
  readonly checks: readonly RecordedCheck[];
}

interface CancellingPorts extends Pick<Effects, 'now'> {
  readonly ledger: Ledger;
}

/**
 * An approved instruction ends with its reason: a rule decides anew, and a person who still wants it requests it again.
 * One that another program wrote halts everything. In a format of another version that one ends it. `known`: the lanes
 * that list it, as they were read; absent: they are read. Null if another writer came in between.
 */
export async function cancelOpen(
  { ledger, now }: CancellingPorts,
  instruction: Instruction,
  { reason, why, checks }: Cancellation,
  known?: readonly Lane[],
): Promise<SendResult | null> {
  const { tenant, id } = instruction;
  const at = now();
  const cancelled = advance(instruction, { kind: 'cancel', at, reason, why, checks });
  const [lanes, { controls, rules }] = await Promise.all([
    known ?? ledger.readLanes(tenant),
    ledger.readPolicy(tenant),
  ]);
  const unread = refusedByFormat(controls);
  if (unread !== null) return deferred(unread.code);
  // What lists it cannot be written: it would stay there for ever.
  if (unreadableIn(lanes, currenciesOf(instruction.content)) !== null)
    return deferred('unreadable');
  const changes: LedgerWrite[] = lanes
    .filter(({ open }) => Object.hasOwn(open, id))
    .map((lane) => ({
      kind: 'replace-lane',
      lane: dropOpen(lane, id, failureOf(cancelled)),
      from: lane.status.state,
    }));
  const ending = { before: instruction, after: cancelled, at };
  const { ok } = await commitEnding(ledger, ending, [
    ...changes,
    ...haltsOn(reason, id, why, at),
    ...missedByEnd(instruction, cancelled, rules),
  ]);
  return ok ? { result: 'cancelled', instruction: cancelled } : null;
}
