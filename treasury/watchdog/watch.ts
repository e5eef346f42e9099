import { advance, type InstructionEvent } from '../instructions/advance.ts';
import { APPROVED_EXPIRY_SECONDS, notSentInTime } from '../instructions/approval-age.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { isUnreadable, type Lane, type OpenInstruction } from '../instructions/lane.ts';
import { dropOpen } from '../instructions/lane-transitions.ts';
import { failureOf } from '../instructions/rule-failures.ts';
import { missedByEnd } from '../ledger/ended-occurrence.ts';
import { unreadFormat } from '../policy/ledger-format.ts';
import type { Policy } from '../policy/policy.ts';
import { MAX_SPLIT_PARTS } from '../policy/policy-limits.ts';
import { commitEnding } from '../sealing/put-back.ts';
import { plusSeconds } from '../time/instant.ts';
import { type WatchBlockedPorts, watchBlocked } from './watch-blocked.ts';
import { action, type WatchdogAction } from './watchdog-action.ts';

/**
 * Seconds after which an approved instruction that no sender claimed is delivered again. Longer than a stream takes
 * to deliver, so that the watchdog is not a second dispatcher.
 */
export const REDELIVER_AFTER_SECONDS = 30;

/** Instructions of one lane that are handed over at once: a whole run. A sender takes a second or two for each. */
const MAX_TOGETHER = MAX_SPLIT_PARTS;

const NOT_WATCHED =
  'it cannot be read: what it holds is neither ended nor settled, and what it counts is not compared with its claims';

/** Nothing of such an instruction is on its way, or will be. */
const ENDED: ReadonlySet<Instruction['status']['state']> = new Set([
  'confirmed',
  'not-sent',
  'cancelled',
  'declined',
  'expired',
  'released',
]);

export interface WatchPorts extends WatchBlockedPorts {
  /** Hands approved instructions of one currency to the sender again, which takes them one after the other. */
  readonly deliver: (
    tenant: string,
    instructionIds: readonly [string, ...string[]],
    kind: Instruction['content']['kind'],
  ) => Promise<void>;
}

/**
 * One round of the watchdog: stuck instructions move on or are reported. Every change is conditional on what was
 * read, so a round that races with anything else changes nothing and the next one looks again.
 */
export async function watch(ports: WatchPorts, tenant: string): Promise<readonly WatchdogAction[]> {
  const actions: WatchdogAction[] = [];
  const seen = new Set<string>();
  for (const lane of await ports.ledger.readLanes(tenant)) {
    const { status, currency } = lane;
    if (isUnreadable(lane)) {
      actions.push({ kind: 'lane-unreadable', currency, message: NOT_WATCHED });
      continue;
    }
    if (status.state !== 'idle' && !seen.has(status.claim.instructionId)) {
      // A trade holds two lanes with one claim: both are looked at together, once.
      seen.add(status.claim.instructionId);
      const { instructionId } = status.claim;
      const look = () => watchBlocked(ports, tenant, instructionId);
      actions.push(...(await lookedAfter(lane, instructionId, look)));
    }
    const due: Instruction[] = [];
    for (const open of Object.values(lane.open)) {
      const look = () => watchOpen(ports, lane, open, due);
      actions.push(...(await lookedAfter(lane, open.instructionId, look)));
    }
    for (const together of deliveriesOf(due)) {
      const hand = () => handOver(ports, lane, together);
      actions.push(...(await lookedAfter(lane, together[0].id, hand)));
    }
  }
  return actions;
}

/** One instruction that cannot be read or delivered must not keep the watchdog from the others. */
async function lookedAfter(
  { currency }: Lane,
  instructionId: string,
  look: () => Promise<readonly WatchdogAction[]>,
): Promise<readonly WatchdogAction[]> {
  try {
    return await look();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ kind: 'failed', instructionId, currency, message }];
  }
}

/** What is sent from one lane goes one after the other: parts of a run that were handed over apart would meet there. */
type Together = readonly [Instruction, ...Instruction[]];

/** Those with the oldest approval first, and the parts of a run in their order. */
function deliveriesOf(due: readonly Instruction[]): readonly Together[] {
  const sorted = [...due].sort((one, other) => {
    if (one.status.at !== other.status.at) return one.status.at < other.status.at ? -1 : 1;
    return partOf(one) - partOf(other);
  });
  return (['withdrawal', 'trade'] as const).flatMap((kind) => {
    const [first, ...others] = sorted.filter(({ content }) => content.kind === kind);
    return first === undefined ? [] : [[first, ...others.slice(0, MAX_TOGETHER - 1)] as const];
  });
}

function partOf({ origin }: Instruction): number {
  return origin.kind === 'sweep' ? (origin.split?.part ?? 0) : 0;
}

async function handOver(
  ports: WatchPorts,
  lane: Lane,
  together: Together,
): Promise<readonly WatchdogAction[]> {
  const [first, ...others] = together;
  await ports.deliver(lane.tenant, [first.id, ...others.map(({ id }) => id)], first.content.kind);
  return together.map((instruction) => action('delivered-again', instruction, lane));
}

/** An instruction that waits: for an approval too long, or for a sender too long, which is then due. */
async function watchOpen(
  ports: WatchPorts,
  lane: Lane,
  open: OpenInstruction,
  due: Instruction[],
): Promise<readonly WatchdogAction[]> {
  const instruction = await ports.ledger.readInstruction(lane.tenant, open.instructionId);
  const at = ports.now();
  if (instruction?.status.state === 'awaiting-approval') {
    if (at < instruction.status.expiresAt) return [];
    return await close(ports, lane, instruction, () => ({ kind: 'expire', at }));
  }
  if (instruction !== null && ENDED.has(instruction.status.state)) {
    return await dropNote(ports, lane, instruction);
  }
  if (instruction?.status.state !== 'approved') return [];
  if (at >= plusSeconds(instruction.status.at, APPROVED_EXPIRY_SECONDS)) {
    return await close(ports, lane, instruction, ({ rules }) => {
      const why = notSentInTime(instruction, rules);
      return { kind: 'cancel', at, reason: 'too-old', why, checks: [] };
    });
  }
  if (at < plusSeconds(instruction.status.at, REDELIVER_AFTER_SECONDS)) return [];
  // While the lane is blocked a delivery could only be put off again.
  if (lane.status.state !== 'idle') return [];
  due.push(instruction);
  return [];
}

/** An ending takes the note away in the same write, so this one was put back; it would keep the lane waiting for ever. */
async function dropNote(
  { ledger }: WatchPorts,
  lane: Lane,
  ended: Instruction,
): Promise<readonly WatchdogAction[]> {
  const dropped = dropOpen(lane, ended.id);
  const result = await ledger.commit(lane.tenant, [
    { kind: 'replace-lane', lane: dropped, from: lane.status.state },
  ]);
  return result.ok ? [action('note-dropped', ended, lane)] : [];
}

/** In a format of another version that one ends it: whatever is too old leaves in neither. */
async function close(
  ports: WatchPorts,
  lane: Lane,
  before: Instruction,
  eventIn: (policy: Policy) => Extract<InstructionEvent, { readonly kind: 'expire' | 'cancel' }>,
): Promise<readonly WatchdogAction[]> {
  const policy = await ports.ledger.readPolicy(before.tenant);
  if (unreadFormat(policy.controls) !== null) return [];
  const { rules } = policy;
  const event = eventIn(policy);
  const after = advance(before, event);
  const result = await commitEnding(ports.ledger, { before, after, at: event.at }, [
    {
      kind: 'replace-lane',
      lane: dropOpen(lane, before.id, failureOf(after)),
      from: lane.status.state,
    },
    ...missedByEnd(before, after, rules),
  ]);
  const kind = event.kind === 'expire' ? 'expired' : 'too-old';
  return result.ok ? [action(kind, after, lane)] : [];
}
