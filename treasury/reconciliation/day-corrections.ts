import { appendToChain } from '../audit/audit-entry.ts';
import type { CorrectedFlow } from '../facts/corrected-flow.ts';
import { breakId } from '../ledger/break.ts';
import { CORRECT_DAYS_ACTION, type DayCorrection } from '../ledger/day-correction.ts';
import type { Flow } from '../ledger/flow.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import { dayOf } from '../series/hour.ts';
import { addDays } from '../time/calendar-date.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import type { ReconcilePorts } from './ports.ts';

/**
 * What a commit changes of days that are over, as an entry of the audit log in the same commit: later knowledge corrects a
 * flow of a day whose root is on record, and whoever verifies the books has to tell that from a flow that was tampered with.
 * Before the day's grace has passed nothing is closed, and nothing is said. Whoever closes a day reads the end of the log
 * before what is on record: a correction in between makes it read again.
 */
export async function dayCorrections(
  { corrections: ports, now }: Pick<ReconcilePorts, 'corrections' | 'now'>,
  tenant: string,
  changes: readonly LedgerWrite[],
  before: readonly Flow[],
): Promise<readonly LedgerWrite[]> {
  if (ports === undefined) return [];
  const at = now();
  const corrected = changes.flatMap((change) =>
    change.kind === 'put-flow' && isOver(change.flow, ports.graceSeconds, at) ? [change.flow] : [],
  );
  if (corrected.length === 0) return [];
  const known = new Map(before.map((flow) => [breakId(flow), flow]));
  const corrections = corrected.map((flow): DayCorrection => {
    const was = known.get(breakId(flow));
    const { place, hash } = ports.leafOf(tenant, flow);
    const former = was === undefined ? null : ports.leafOf(tenant, was).hash;
    return { day: dayOf(flow.snapshot), place, before: former, after: hash };
  });
  const entry = appendToChain(await ports.readAuditHead(tenant), {
    ...{ at, by: 'sluice', action: CORRECT_DAYS_ACTION, subject: 'books', requestId: 'reconcile' },
    before: null,
    after: { flows: corrected.map(correctedFlow), corrections },
  });
  return [{ kind: 'append-audit', entry }];
}

function isOver({ snapshot }: Flow, graceSeconds: number, now: Instant): boolean {
  const end: Instant = `${addDays(dayOf(snapshot), 1)}T00:00:00.000Z`;
  return now >= plusSeconds(end, graceSeconds);
}

function correctedFlow({ currency, snapshot, movements, unexplained }: Flow): CorrectedFlow {
  const instructionIds = movements.map(({ instructionId }) => instructionId);
  return { currency, snapshot, instructionIds, unexplained };
}
