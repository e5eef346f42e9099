import { currenciesOf, type Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import { countedOf } from '../../samples/counts.ts';
import type { SimulatedTable } from '../table.ts';
import { textOf, unitsOf } from '../units.ts';
import type { Violation } from '../violation.ts';
import type { ReferenceModel } from './reference-model.ts';

const HOUR_MS = 3_600_000;

/** States in which an instruction holds its lanes, and each state of a lane that goes with them. */
const HOLDING: ReadonlySet<string> = new Set(['sending', 'unknown', 'anomaly']);

/** A lane and the instructions it speaks of must tell the same story. */
export function laneViolation(
  table: SimulatedTable,
  reference: ReferenceModel,
  lane: Lane,
  nowMs: number,
): Violation | null {
  const { currency, status, open } = lane;
  if (status.state !== 'idle') {
    const { instructionId } = status.claim;
    const state = table.instruction(instructionId)?.status.state;
    if (state !== status.state) {
      const message = `lane ${currency} is ${status.state} by ${instructionId}, which is ${state}`;
      return { code: 'lane-disagrees', message };
    }
  }
  for (const id of Object.keys(open)) {
    const state = table.instruction(id)?.status.state;
    if (state === 'approved' || state === 'awaiting-approval') continue;
    // An intruder who put it back has noted it again, and whoever ended it once more may have read the lane before.
    if (table.beforePutBack(id) !== null) continue;
    const message = `lane ${currency} takes ${id} for open, which is ${state}`;
    return { code: 'lane-disagrees', message };
  }
  // What an intruder lowered is not forgotten by Sluice; what may leave on it is judged by the true debits.
  return table.isForgedLane(currency) ? null : usageViolation(reference, lane, nowMs);
}

/** An instruction that may have left, or is to leave, must stand in each of its lanes. */
export function heldViolation(
  table: SimulatedTable,
  { id, content, status }: Instruction,
): Violation | null {
  for (const currency of currenciesOf(content)) {
    const lane = table.lane(currency);
    if (HOLDING.has(status.state)) {
      const holds = lane !== null && lane.status.state === status.state;
      if (!holds || lane.status.claim.instructionId !== id) {
        const message = `${id} is ${status.state}, and lane ${currency} is ${lane?.status.state}`;
        return { code: 'lane-disagrees', message };
      }
    }
  }
  return waitingViolation(table, { id, content, status });
}

/** What waits stands in one of its lanes: a withdrawal in its only one, a trade in that of what it pays. */
function waitingViolation(
  table: SimulatedTable,
  { id, content, status }: Pick<Instruction, 'id' | 'content' | 'status'>,
): Violation | null {
  if (status.state !== 'approved' && status.state !== 'awaiting-approval') return null;
  const lanes = currenciesOf(content).map((currency) => table.lane(currency));
  if (lanes.some((lane) => lane !== null && Object.hasOwn(lane.open, id))) return null;
  return { code: 'lane-disagrees', message: `${id} waits, and no lane knows of it` };
}

/** The buckets of a lane hold at least what the oracle's books say was debited and not given back. */
function usageViolation(reference: ReferenceModel, lane: Lane, nowMs: number): Violation | null {
  for (const ruleId of Object.keys(lane.usage)) {
    const { hours } = countedOf(lane, 'rule', ruleId);
    const debits = reference.debitsOf(ruleId);
    // What counts no more is dropped by whoever debits, and also by a claim that is called off before it is written.
    const latestMs = Math.max(reference.latestMs.get(ruleId) ?? 0, nowMs);
    const byHour = new Map<string, bigint>();
    for (const { atMs, units } of debits) {
      if (atMs <= latestMs - 24 * HOUR_MS) continue;
      const hour = new Date(Math.floor(atMs / HOUR_MS) * HOUR_MS).toISOString();
      byHour.set(hour, (byHour.get(hour) ?? 0n) + units);
    }
    for (const [hour, units] of byHour) {
      if (unitsOf(hours[hour] ?? '0') >= units) continue;
      const message = `lane ${lane.currency} has ${hours[hour] ?? 'nothing'} debited to ${ruleId} in the hour of ${hour}; it was ${textOf(units)}`;
      return { code: 'debit-forgotten', message };
    }
  }
  return null;
}
