import { bucketsOf } from '../counters/counts.ts';
import type { BucketAmounts, WindowName } from '../counters/windows.ts';
import { lanesBlockedBy } from '../evidence/weigh.ts';
import { sayNotSent } from '../facts/sentences/say/not-sent.ts';
import type { Content, Instruction } from '../instructions/instruction.ts';
import {
  type Lane,
  type OpenInstruction,
  type RuleUsage,
  ruleCounter,
} from '../instructions/lane.ts';
import { SENDER_TIMEOUT_SECONDS } from '../sending/protocol-limits.ts';
import { type Instant, plusSeconds, secondsBetween } from '../time/instant.ts';
import { type BookingControls, unbookedView } from '../unbooked/unbooked.ts';
import type { UnbookedPart } from '../unbooked/unbooked-parts.ts';

/** The obstacle of a currency, and the way to remove it. */
export interface LaneBlock {
  readonly instructionId: string;
  readonly since: Instant;
  /** The earliest moment at which the currency can be free unless a person says "executed". */
  readonly untilAtLeast: Instant;
  readonly why: string;
  readonly next: string;
  /** The evidence so far, in words. */
  readonly evidence?: string;
}

/** An amount that every decision about the currency leaves alone: since when, why, and what to do. */
export interface UnbookedLane {
  readonly amount: string;
  readonly since: Instant | null;
  readonly ageSeconds: number;
  /** The part that is past the booking bound; null if there is none. */
  readonly overdue: string | null;
  /** The amount by its reasons. */
  readonly parts: readonly UnbookedPart[];
  /** The sentence of each part. */
  readonly why: string;
  readonly next: string;
}

/** How people act on a lane, as sentences name it: the API has routes, the domain knows none. */
export interface LaneActions {
  readonly settle: (kind: Content['kind'], instructionId: string) => string;
  readonly readUnbooked: (currency: string) => string;
  readonly concludeUnbooked: (currency: string) => string;
  readonly rearm: () => string;
}

/** A currency's lane as shown to people. No nonce: that is the sender's own. */
export interface LaneView {
  readonly currency: string;
  readonly state: Lane['status']['state'] | 'disarmed';
  readonly blockedBy?: LaneBlock;
  /** Amounts that no balance shows yet, and those that are in doubt; absent if there are none. */
  readonly unbooked?: UnbookedLane;
  readonly open: readonly OpenInstruction[];
  /** With what each rule's budgets count, by hours and days. */
  readonly usage: Readonly<Record<string, CountedUsage>>;
}

type CountedUsage = RuleUsage & Readonly<Record<WindowName, BucketAmounts>>;

function countedUsage({ usage, counts, currency }: Lane): LaneView['usage'] {
  const all = Object.entries(usage).map(([id, own]): [string, CountedUsage] => {
    const counter = ruleCounter({ currency }, id);
    const of = (window: WindowName) => bucketsOf(counts, counter, window);
    return [id, { ...own, hours: of('hours'), days: of('days') }];
  });
  return Object.fromEntries(all);
}

interface LaneContext {
  readonly actions: LaneActions;
  readonly controls?: BookingControls | null;
}

/**
 * Each lane with its obstacle: since when, until when at least, why, and what to do next. `holders`: the instructions
 * that block lanes, by id. `epoch`: of the ledger's table.
 */
export function laneViews(
  lanes: readonly Lane[],
  holders: ReadonlyMap<string, Instruction>,
  epoch: string,
  at: Instant,
  { actions, controls = null }: LaneContext,
): readonly LaneView[] {
  return lanes.map((lane) => {
    const { currency, status } = lane;
    const usage = countedUsage(lane);
    const open = Object.values(lane.open);
    const armed = lane.epoch === epoch;
    const unbooked = unbookedShown(lane, controls, at, actions);
    if (status.state === 'idle')
      return { currency, state: armed ? 'idle' : 'disarmed', ...unbooked, open, usage };
    const { instructionId, claimedAt, quarantineUntil } = status.claim;
    const holder = holders.get(instructionId);
    const evidence = holder?.evidence?.message;
    const others = lanesBlockedBy(instructionId, lanes).filter(
      (other) => other.currency !== currency,
    );
    const blockedBy: LaneBlock = {
      instructionId,
      since: status.state === 'sending' ? claimedAt : status.since,
      untilAtLeast: status.state === 'sending' ? givenUpAt(status.claim.sendBy) : quarantineUntil,
      why: whyOf(
        status.state,
        instructionId,
        holder,
        others.map((other) => other.currency),
      ),
      next: armed ? nextStep(status, holder, at, actions) : disarmed(currency, actions),
      ...(evidence === undefined ? {} : { evidence }),
    };
    return { currency, state: status.state, blockedBy, ...unbooked, open, usage };
  });
}

function unbookedShown(
  lane: Lane,
  controls: BookingControls | null,
  at: Instant,
  actions: LaneActions,
): { readonly unbooked?: UnbookedLane } {
  const view = unbookedView(lane, controls, at);
  if (view === null) return {};
  const { amount, since, overdue, currency, parts } = view;
  return {
    unbooked: {
      amount,
      since,
      ageSeconds: since === null ? 0 : secondsBetween(since, at),
      overdue: overdue?.amount ?? null,
      parts,
      why: parts.map(({ message }) => message).join(' '),
      next:
        overdue === null
          ? waitingFor(parts)
          : `Look it up in the service's own records. Two people conclude it, one after the other: ${actions.readUnbooked(currency)} shows what; ${actions.concludeUnbooked(currency)}.`,
    },
  };
}

function waitingFor(parts: readonly UnbookedPart[]): string {
  return parts.some(({ until }) => until === null)
    ? 'Wait: the next balance that shows a fall frees what was claimed.'
    : 'Wait: it is free by itself.';
}

function disarmed(currency: string, { rearm }: LaneActions): string {
  return `${sayNotSent({ code: 'armed-elsewhere', currency })} Compare with the records of the service; settle this; then two people arm what is free: ${rearm()}.`;
}

function givenUpAt(sendBy: Instant): Instant {
  return plusSeconds(sendBy, SENDER_TIMEOUT_SECONDS);
}

function whyOf(
  state: Exclude<Lane['status']['state'], 'idle'>,
  instructionId: string,
  holder: Instruction | undefined,
  others: readonly string[],
): string {
  const together = others.length === 0 ? '' : ` It holds ${others.join(' and ')} as well.`;
  const seen =
    holder !== undefined && 'evidence' in holder.status ? ` ${holder.status.evidence}` : '';
  switch (state) {
    case 'sending':
      return `${instructionId} is being sent.${together}`;
    case 'rejected':
      return `The service refused ${instructionId}; whether it acted all the same is not proven yet.${seen}${together}`;
    case 'unknown':
      return `What became of ${instructionId} is not known; its amount stays reserved.${seen}${together}`;
    case 'anomaly':
      return `The service answered ${instructionId} with something else than was asked; everything is halted.${seen}${together}`;
    default:
      return state satisfies never;
  }
}

function nextStep(
  status: Exclude<Lane['status'], { readonly state: 'idle' }>,
  holder: Instruction | undefined,
  at: Instant,
  { settle }: LaneActions,
): string {
  const { instructionId, quarantineUntil, sendBy } = status.claim;
  const path = settle(holder?.content.kind ?? 'withdrawal', instructionId);
  const says = holder?.settlement;
  const agree =
    says === undefined
      ? `Two people settle it, one after the other: ${path}.`
      : `${says.by} says it was ${says.executed ? '' : 'not '}executed; a second person agrees: ${path}.`;
  const notBefore =
    at < quarantineUntil ? ` "Not executed" can be said from ${quarantineUntil} on.` : '';
  switch (status.state) {
    case 'sending':
      return `Wait. Where no outcome is recorded by ${givenUpAt(sendBy)}, it is called unknown.`;
    case 'rejected':
      return at < quarantineUntil
        ? `Wait until ${quarantineUntil}: a balance read after that without an unexplained fall frees it.`
        : `The next balance without an unexplained fall since the claim frees it. Where one fell: ${agree}`;
    case 'unknown':
      return `Look it up at the service. ${agree}${notBefore}`;
    case 'anomaly':
      return `Compare what was asked with what was answered at the service. ${agree}${notBefore} Then two people end the halt.`;
    default:
      return status satisfies never;
  }
}
