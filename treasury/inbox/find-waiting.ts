import type { WaitingFact } from '../facts/waiting-facts.ts';
import type { Content, Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Break } from '../ledger/break.ts';
import type { Ledger } from '../ledger/ledger.ts';
import {
  type CurrentItem,
  type PolicyChange,
  type Subject,
  subjectOf,
} from '../ledger/policy-change.ts';
import type { Rearming } from '../ledger/rearming.ts';
import type { UnbookedConclusion } from '../ledger/unbooked-conclusion.ts';
import type { WebhookInTrouble } from '../ledger/webhook-in-trouble.ts';
import { calendarsEnding } from '../policy/calendars-ending.ts';
import type { Policy } from '../policy/policy.ts';
import { rearmingView } from '../rearming/rearming.ts';
import { failingRules } from '../rules/failing-rules.ts';
import { lowBalances } from '../rules/low-balances.ts';
import { isOfItsAnswer } from '../settlement/settle.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { unbookedView } from '../unbooked/unbooked.ts';
import {
  breakEntry,
  changeEntry,
  instructionEntry,
  rearmingEntry,
  settlementEntry,
  unbookedEntry,
} from './entries.ts';
import { INBOX_KINDS, type InboxEntry, type InboxJudgement, type InboxKind } from './inbox-item.ts';
import { judgeBreakFor } from './judge-break.ts';
import { type JudgeChangePorts, judgeChangeFor } from './judge-change.ts';
import { judgeInstructionFor } from './judge-instruction.ts';
import { firstWordOn, judgeRearmingFor, judgeUnbookedFor, rearmingWordOn } from './judge-lanes.ts';
import { firstWordAbout, judgeSettlementFor } from './judge-settlement.ts';
import {
  calendarEndingEntry,
  failingRuleEntry,
  lowBalanceEntry,
  webhookEntry,
} from './lasting-entries.ts';

/**
 * Things of one kind that are looked at: more than people decide in a day, and few enough that reading and verifying them
 * fits into one request. `more` says that there are others.
 */
const MAX_OF_A_KIND = 100;

/** Some things that wait; `more`: there are others. */
export interface Waiting<T> {
  readonly items: readonly T[];
  readonly more: boolean;
}

/** The holdings that a low is compared with. */
type Held = Pick<SnapshotTaken, 'balances' | 'takenAt'>;

/** What is read to find everything that waits. */
export interface FindPorts {
  readonly now: () => Instant;
  /** The last balances; null before the first snapshot. Absent where balances that are too low are not looked for. */
  readonly latest?: (tenant: string) => Promise<Held | null>;
  readonly ledger: Pick<Ledger, 'epoch' | 'readPolicy' | 'readLanes' | 'readInstruction'>;
  /** May be a second old: the routes that decide read again. */
  readonly waiting: {
    readonly instructions: (tenant: string, limit: number) => Promise<Waiting<Instruction>>;
    readonly changes: (
      tenant: string,
      at: Instant,
      limit: number,
    ) => Promise<Waiting<PolicyChange>>;
    readonly breaks: (
      tenant: string,
      state: 'open' | 'explained',
      limit: number,
    ) => Promise<Waiting<Break>>;
    readonly readConclusion: (
      tenant: string,
      currency: string,
    ) => Promise<UnbookedConclusion | null>;
    readonly readRearming: (tenant: string) => Promise<Rearming | null>;
    /** Absent where webhooks are not looked for. */
    readonly webhooks?: (tenant: string) => Promise<readonly WebhookInTrouble[]>;
  };
}

/** What is read besides to judge whether a caller may decide. */
export interface InboxPorts extends JudgeChangePorts, FindPorts {
  readonly ledger: JudgeChangePorts['ledger'] &
    FindPorts['ledger'] &
    Pick<Ledger, 'readHaltMarks' | 'knownWithdrawals'>;
  readonly waiting: FindPorts['waiting'] & {
    readonly readCurrent: (tenant: string, subject: Subject) => Promise<CurrentItem | null>;
  };
}

/** Everything read once, and shared by every entry. */
export interface InboxView {
  readonly tenant: string;
  readonly policy: Policy;
  readonly lanes: readonly Lane[];
  readonly epoch: string;
  readonly at: Instant;
}

/** One of them, before its judgement for a caller is known. */
export interface Found {
  readonly entry: InboxEntry;
  /** What it is; null of what waits for ever. */
  readonly what: WaitingFact | null;
  readonly judge: (by: string, ports: InboxPorts) => Promise<InboxJudgement> | InboxJudgement;
}

export interface FoundOfKind {
  readonly kinds: readonly InboxKind[];
  readonly items: readonly Found[];
  readonly more: boolean;
}

type Finder = (ports: FindPorts, view: InboxView) => Promise<FoundOfKind>;

/** How the things of each kind are found; some finders find two kinds. */
const FINDERS: Readonly<Record<InboxKind, Finder>> = {
  withdrawal: instructionsIn,
  trade: instructionsIn,
  'policy-change': changesIn,
  resumption: changesIn,
  settlement: settlementsIn,
  unbooked: unbookedIn,
  rearming: rearmingIn,
  break: breaksIn,
  'low-balance': lowBalancesIn,
  'failing-rule': failingRulesIn,
  'calendar-ending': calendarsIn,
  'webhook-failing': webhooksIn,
};

/** Everything of some kinds that waits for a decision of people. */
export async function findWaiting(
  ports: FindPorts,
  view: InboxView,
  kinds: readonly InboxKind[] = INBOX_KINDS,
): Promise<readonly FoundOfKind[]> {
  const finders = new Set(kinds.map((kind) => FINDERS[kind]));
  return await Promise.all([...finders].map((find) => find(ports, view)));
}

export async function readView({ ledger, now }: FindPorts, tenant: string): Promise<InboxView> {
  const [policy, lanes, epoch] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readLanes(tenant),
    ledger.epoch(),
  ]);
  return { tenant, policy, lanes, epoch, at: now() };
}

/** Nothing has a seal here, and no decision is recorded: it is over once the balance, or the calendar, says so. */
const NOTHING_TO_JUDGE: InboxJudgement = { trusted: null, whyNot: null };

async function lowBalancesIn({ latest }: FindPorts, view: InboxView): Promise<FoundOfKind> {
  const kinds = ['low-balance'] as const;
  const isAsked = view.policy.rules.some(({ low, enabled }) => low !== undefined && enabled);
  const held = isAsked ? ((await latest?.(view.tenant)) ?? null) : null;
  if (held === null) return { kinds, items: [], more: false };
  const found = lowBalances(held, view.policy).map((each) => ({
    entry: lowBalanceEntry(each, view.policy, held.takenAt),
    what: null,
    judge: () => NOTHING_TO_JUDGE,
  }));
  return { kinds, items: found, more: false };
}

async function failingRulesIn(_: FindPorts, { policy, lanes }: InboxView): Promise<FoundOfKind> {
  const found = failingRules(policy, lanes).map((failing) => ({
    entry: failingRuleEntry(failing, policy),
    what: null,
    judge: () => NOTHING_TO_JUDGE,
  }));
  return { kinds: ['failing-rule'], items: found, more: false };
}

async function calendarsIn(_: FindPorts, { policy, at }: InboxView): Promise<FoundOfKind> {
  const found = calendarsEnding(policy, at).map((ending) => ({
    entry: calendarEndingEntry(ending),
    what: null,
    judge: () => NOTHING_TO_JUDGE,
  }));
  return { kinds: ['calendar-ending'], items: found, more: false };
}

async function webhooksIn({ waiting }: FindPorts, { tenant }: InboxView): Promise<FoundOfKind> {
  const found = ((await waiting.webhooks?.(tenant)) ?? []).map((each) => ({
    entry: webhookEntry(each),
    what: null,
    judge: () => NOTHING_TO_JUDGE,
  }));
  return { kinds: ['webhook-failing'], items: found, more: false };
}

async function instructionsIn({ waiting }: FindPorts, view: InboxView): Promise<FoundOfKind> {
  const { items, more } = await waiting.instructions(view.tenant, MAX_OF_A_KIND);
  const found = items.map((instruction) => ({
    entry: instructionEntry(instruction, view.policy),
    what: contentFact(instruction.content),
    judge: (by: string, { seals }: InboxPorts) =>
      judgeInstructionFor(by, seals, { ...view, instruction }),
  }));
  return { kinds: ['withdrawal', 'trade'], items: found, more };
}

async function changesIn({ waiting }: FindPorts, view: InboxView): Promise<FoundOfKind> {
  const { tenant, at, policy } = view;
  const { items, more } = await waiting.changes(tenant, at, MAX_OF_A_KIND);
  const found = items.map((change) => ({
    entry: changeEntry(change, policy),
    what: changeFact(change),
    judge: async (by: string, ports: InboxPorts) => {
      const current = await currentOf(ports, view, subjectOf(change));
      return await judgeChangeFor(by, ports, { ...view, change, current });
    },
  }));
  return { kinds: ['policy-change', 'resumption'], items: found, more };
}

/** From the policy that is read already; a piece that is not in it may have been deleted, and is looked up. */
async function currentOf(
  { waiting }: InboxPorts,
  { tenant, policy }: InboxView,
  subject: Subject,
): Promise<CurrentItem | null> {
  switch (subject.kind) {
    case 'controls':
      return policy.controls === null ? null : { kind: 'controls', item: policy.controls };
    case 'rule': {
      const item = policy.rules.find(({ id }) => id === subject.id);
      return item === undefined
        ? await waiting.readCurrent(tenant, subject)
        : { kind: 'rule', item };
    }
    case 'account': {
      const item = policy.accounts.find(({ id }) => id === subject.id);
      return item === undefined
        ? await waiting.readCurrent(tenant, subject)
        : { kind: 'account', item };
    }
    default:
      return await waiting.readCurrent(tenant, subject);
  }
}

/** Requests whose outcome blocks a lane. A rejected one frees itself after its quarantine, unless a balance fell. */
async function settlementsIn({ ledger }: FindPorts, view: InboxView): Promise<FoundOfKind> {
  const { tenant, lanes, at, policy } = view;
  const ids = lanes.flatMap(({ status }) => {
    if (status.state === 'idle' || status.state === 'sending') return [];
    const { instructionId, quarantineUntil } = status.claim;
    return status.state === 'rejected' && at < quarantineUntil ? [] : [instructionId];
  });
  const holders = await Promise.all(
    [...new Set(ids)].map((id) => ledger.readInstruction(tenant, id)),
  );
  const items = holders
    .filter((instruction) => instruction !== null)
    .map((instruction) => ({
      entry: settlementEntry(instruction, firstWordAbout({ instruction, at }), policy),
      what: { code: 'outcome', instructionId: instruction.id } as const,
      judge: async (by: string, ports: InboxPorts) => {
        const idIsKnown = await isKnown(ports, view, instruction);
        return await judgeSettlementFor(by, ports.seals, { ...view, instruction, idIsKnown });
      },
    }));
  return { kinds: ['settlement'], items, more: false };
}

async function isKnown(
  { ledger }: InboxPorts,
  { tenant, at }: InboxView,
  instruction: Instruction,
): Promise<boolean> {
  const id = firstWordAbout({ instruction, at })?.withdrawalId;
  if (id === undefined || isOfItsAnswer(instruction, id)) return false;
  return (await ledger.knownWithdrawals(tenant, [id])).size > 0;
}

/** Amounts past their bound, and those about which a person has said something. */
async function unbookedIn({ waiting }: FindPorts, view: InboxView): Promise<FoundOfKind> {
  const { tenant, policy, lanes, at } = view;
  const found = await Promise.all(
    lanes.map(async (lane): Promise<readonly Found[]> => {
      const unbooked = unbookedView(lane, policy.controls, at);
      if (unbooked === null) return [];
      const said = await waiting.readConclusion(tenant, lane.currency);
      const seen = { ...view, lane, view: unbooked, said };
      const first = firstWordOn(seen);
      if (unbooked.overdue === null && first === null) return [];
      return [
        {
          entry: unbookedEntry(unbooked, first, at),
          what: { code: 'unbooked', amount: unbooked.amount, currency: lane.currency },
          judge: (by, { seals }) => judgeUnbookedFor(by, seals, seen),
        },
      ];
    }),
  );
  return { kinds: ['unbooked'], items: found.flat(), more: false };
}

async function rearmingIn(
  { waiting }: FindPorts,
  { tenant, policy, lanes, epoch, at }: InboxView,
): Promise<FoundOfKind> {
  const lanesView = rearmingView(lanes, epoch);
  if (lanesView.rearmable.length === 0) return { kinds: ['rearming'], items: [], more: false };
  const said = await waiting.readRearming(tenant);
  const seen = { view: lanesView, policy, said, epoch, at };
  const first = rearmingWordOn(seen);
  const entry = rearmingEntry(lanesView.rearmable, first, at);
  const item: Found = {
    entry,
    what: { code: 'lanes', currencies: [...lanesView.rearmable] },
    judge: (by, { seals }) => judgeRearmingFor(by, seals, seen),
  };
  return { kinds: ['rearming'], items: [item], more: false };
}

/** Unbooked amounts have breaks too: they are concluded in their lane, and shown as such. Alarms stand before notices. */
async function breaksIn({ waiting }: FindPorts, { tenant }: InboxView): Promise<FoundOfKind> {
  const [open, explained] = await Promise.all([
    waiting.breaks(tenant, 'open', MAX_OF_A_KIND),
    waiting.breaks(tenant, 'explained', MAX_OF_A_KIND),
  ]);
  const items = [...open.items, ...explained.items]
    .filter(({ direction }) => direction !== 'unbooked')
    .map(
      (each): Found => ({
        entry: breakEntry(each),
        what: null,
        judge: (by) => judgeBreakFor(by, each),
      }),
    );
  return { kinds: ['break'], items, more: open.more || explained.more };
}

function contentFact(content: Content): WaitingFact {
  const { amount } = content;
  return content.kind === 'withdrawal'
    ? { code: 'amount', amount, currency: content.currency }
    : { code: 'trade', side: content.side, amount, instrument: content.instrument };
}

function changeFact(change: PolicyChange): WaitingFact {
  const { resumption } = change;
  if (resumption !== undefined) {
    return { code: 'end-of-halt', currency: resumption.currency ?? null };
  }
  const subject = subjectOf(change);
  const id = subject.kind === 'controls' ? null : subject.id;
  return { code: 'piece', piece: subject.kind, id };
}
