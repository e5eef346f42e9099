import { bucketsOf } from '../counters/counts.ts';
import type { BucketAmounts, WindowName } from '../counters/windows.ts';
import { lanesBlockedBy } from '../evidence/weigh.ts';
import type { LaneStep } from '../facts/lane-step.ts';
import type { LaneActions } from '../facts/sentences/lane-step-texts.ts';
import { asReader, type Language, type Reader } from '../facts/sentences/language.ts';
import {
  laneStepSentence,
  type UnbookedReason,
  unbookedNext,
  unbookedWhy,
} from '../facts/sentences/say/lane-step.ts';
import { sayEvidence } from '../facts/sentences/say/say-evidence.ts';
import { sayWhyBlocked } from '../facts/sentences/say/say-lane-block.ts';
import { asText } from '../facts/sentences/sentence.ts';
import type { Evidence } from '../instructions/evidence.ts';
import type { Instruction } from '../instructions/instruction.ts';
import {
  isUnreadable,
  type Lane,
  type OpenInstruction,
  type RuleUsage,
  ruleCounter,
} from '../instructions/lane.ts';
import type { WhyBlockedFact } from '../instructions/why-blocked.ts';
import { shownFailing } from '../rules/failing-rules.ts';
import { SENDER_TIMEOUT_SECONDS } from '../sending/protocol-limits.ts';
import { type Instant, plusSeconds, secondsBetween } from '../time/instant.ts';
import { type BookingControls, unbookedView } from '../unbooked/unbooked.ts';
import { showPart } from '../unbooked/unbooked-parts.ts';

/** The obstacle of a currency, and the way to remove it. */
export interface LaneBlock {
  readonly instructionId: string;
  readonly since: Instant;
  /** The earliest moment at which the currency can be free unless a person says "executed". */
  readonly untilAtLeast: Instant;
  readonly why: WhyBlockedFact;
  /** What frees it next. */
  readonly step: LaneStep;
  /** The evidence so far. */
  readonly evidence?: Evidence;
}

/** An amount that every decision about the currency leaves alone: since when, why, and what to do. */
export interface UnbookedLane {
  readonly amount: string;
  readonly since: Instant | null;
  readonly ageSeconds: number;
  /** The part that is past the booking bound; null if there is none. */
  readonly overdue: string | null;
  /** The amount by its reasons. */
  readonly parts: readonly UnbookedReason[];
}

/** What people are shown of a currency's lane (`showLane`). No nonce: that is the sender's own. */
export interface LaneView {
  readonly currency: string;
  readonly state: Lane['status']['state'] | 'disarmed' | 'unreadable';
  readonly blockedBy?: LaneBlock;
  /** Amounts that no balance shows yet, and those that are in doubt; absent if there are none. */
  readonly unbooked?: UnbookedLane;
  readonly open: readonly OpenInstruction[];
  /** With what each rule's budgets count, by hours and days. */
  readonly usage: Readonly<Record<string, CountedUsage>>;
}

type CountedUsage = RuleUsage & Readonly<Record<'hours' | 'days', BucketAmounts>>;

function countedUsage({ usage, counts, currency }: Lane): LaneView['usage'] {
  const all = Object.entries(usage).map(([id, own]): [string, CountedUsage] => {
    const counter = ruleCounter({ currency }, id);
    const of = (window: WindowName) => bucketsOf(counts, counter, window);
    return [id, { ...own, hours: of('hours'), days: of('days') }];
  });
  return Object.fromEntries(all);
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
  controls: BookingControls | null = null,
): readonly LaneView[] {
  return lanes.map((lane) => {
    const { currency, status } = lane;
    if (isUnreadable(lane)) return { currency, state: 'unreadable', open: [], usage: {} };
    const usage = countedUsage(lane);
    const open = Object.values(lane.open);
    const armed = lane.epoch === epoch;
    const unbooked = unbookedShown(lane, controls, at);
    if (status.state === 'idle')
      return { currency, state: armed ? 'idle' : 'disarmed', ...unbooked, open, usage };
    const { instructionId, claimedAt, quarantineUntil } = status.claim;
    const holder = holders.get(instructionId);
    const evidence = holder?.evidence;
    const others = lanesBlockedBy(instructionId, lanes).filter(
      (other) => other.currency !== currency,
    );
    const blockedBy: LaneBlock = {
      instructionId,
      since: status.state === 'sending' ? claimedAt : status.since,
      untilAtLeast: status.state === 'sending' ? givenUpAt(status.claim.sendBy) : quarantineUntil,
      why: {
        code: WHY_BLOCKED[status.state],
        instructionId,
        holder: holder ?? null,
        others: others.map((other) => other.currency),
      },
      step: armed ? nextStep(status, holder, at) : { code: 'rearm', currency },
      ...(evidence === undefined ? {} : { evidence }),
    };
    return { currency, state: status.state, blockedBy, ...unbooked, open, usage };
  });
}

function unbookedShown(
  lane: Lane,
  controls: BookingControls | null,
  at: Instant,
): { readonly unbooked?: UnbookedLane } {
  const view = unbookedView(lane, controls, at);
  if (view === null) return {};
  const { amount, since, overdue, parts } = view;
  const ageSeconds = since === null ? 0 : secondsBetween(since, at);
  return { unbooked: { amount, since, ageSeconds, overdue: overdue?.amount ?? null, parts } };
}

function givenUpAt(sendBy: Instant): Instant {
  return plusSeconds(sendBy, SENDER_TIMEOUT_SECONDS);
}

const WHY_BLOCKED = {
  sending: 'being-sent',
  rejected: 'refused-unproven',
  unknown: 'outcome-unknown',
  anomaly: 'answered-otherwise',
} as const satisfies Readonly<Record<string, WhyBlockedFact['code']>>;

function nextStep(
  status: Exclude<Lane['status'], { readonly state: 'idle' }>,
  holder: Instruction | undefined,
  at: Instant,
): LaneStep {
  const { instructionId, quarantineUntil, sendBy } = status.claim;
  const isBefore = at < quarantineUntil;
  if (status.state === 'sending') return { code: 'wait-for-outcome', until: givenUpAt(sendBy) };
  if (status.state === 'rejected' && isBefore) {
    return { code: 'wait-for-balance', until: quarantineUntil };
  }
  const says = holder?.settlement;
  return {
    code: `settle-${status.state}`,
    kind: holder?.content.kind ?? 'withdrawal',
    instructionId,
    ...(says !== undefined && { says: { by: says.by, executed: says.executed } }),
    ...(isBefore && { notBefore: quarantineUntil }),
  };
}

/** Who reads about lanes, and how they act on one: the API names routes. */
export interface LaneReader {
  readonly reader?: Language | Reader;
  readonly actions: LaneActions;
}

/** A lane as readers get it: its facts, and what they come to in words. */
export function showLane(lane: LaneView, to: LaneReader) {
  const { blockedBy, unbooked, usage, ...rest } = lane;
  const shown = Object.entries(usage).map(([id, each]) => [id, showUsage(each, to)] as const);
  return {
    ...rest,
    ...(blockedBy !== undefined && { blockedBy: showBlock(blockedBy, to) }),
    ...(unbooked !== undefined && { unbooked: showUnbookedLane(unbooked, lane.currency, to) }),
    usage: Object.fromEntries(shown),
  };
}

function showBlock({ why, evidence, ...block }: LaneBlock, { reader = 'en', actions }: LaneReader) {
  const by = asReader(reader);
  return {
    ...block,
    why: sayWhyBlocked(why, by),
    next: asText(laneStepSentence(block.step, actions, by.language), by),
    ...(evidence !== undefined && { evidence: sayEvidence(evidence, by) }),
  };
}

function showUnbookedLane(
  unbooked: UnbookedLane,
  currency: string,
  { reader = 'en', actions }: LaneReader,
) {
  const by = asReader(reader);
  return {
    ...unbooked,
    parts: unbooked.parts.map((each) => showPart(each, currency, by)),
    why: asText(unbookedWhy(unbooked, currency, by.language), by),
    next: asText(unbookedNext(unbooked, currency, actions, by.language), by),
  };
}

function showUsage({ failing, ...usage }: CountedUsage, { reader }: LaneReader) {
  if (failing === undefined) return usage;
  const rows = Object.entries(failing).map(([to, row]) => [to, shownFailing(row, reader)] as const);
  return { ...usage, failing: Object.fromEntries(rows) };
}
