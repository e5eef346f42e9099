import { widens } from '../changes/widens.ts';
import type { InboxFact } from '../facts/inbox-facts.ts';
import { sayActor } from '../facts/sentences/say/say-actor.ts';
import { lapsedIn } from '../instructions/history.ts';
import type { Content, Instruction, SettlementProposal } from '../instructions/instruction.ts';
import { askedBy } from '../instructions/requester.ts';
import type { Break } from '../ledger/break.ts';
import type { PolicyChange } from '../ledger/policy-change.ts';
import type { Rearming } from '../ledger/rearming.ts';
import type { UnbookedConclusion } from '../ledger/unbooked-conclusion.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import { destinationsOf } from '../policy/rule-split.ts';
import { SETTLEMENT_PROPOSAL_HOURS } from '../settlement/settlement-command.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import type { UnbookedView } from '../unbooked/unbooked.ts';
import type { InboxEntry, InboxLabels, LabelledAccount } from './inbox-item.ts';

/*
 * One entry for each thing that waits: what the decision is about, in a sentence with its amounts and labels. Labels of
 * rules and accounts are those of the policy; an instruction's own is for accounts that are there no more.
 */

type Labelled = Pick<Policy, 'rules' | 'accounts'>;

/** Changes that a sentence names: the rest is one request away. */
const MAX_NAMED_CHANGES = 3;

export function instructionEntry(instruction: Instruction, policy: Labelled): InboxEntry {
  const { id, content, origin, status, createdAt } = instruction;
  const waiting = status.state === 'awaiting-approval' ? status : null;
  const { approvalsRequired: required = 1, approvals = [] } = waiting ?? {};
  const asker = askedBy(instruction);
  const { kind } = content;
  const labels = labelsOf(instruction, policy);
  return {
    kind,
    id,
    act: kind === 'trade' ? 'approve-trade' : 'approve-withdrawal',
    about: {
      code: 'asked-to-send',
      askedBy: asker,
      asked: content,
      part: origin.kind === 'sweep' ? (origin.split ?? null) : null,
      reference: labels.reference ?? null,
    },
    money: moneyOf(content),
    labels,
    askedBy: sayActor(asker),
    since: waiting?.at ?? createdAt,
    expiresAt: waiting?.expiresAt ?? null,
    approvals: { required, given: approvals.map(({ by }) => by) },
  };
}

export function settlementEntry(
  instruction: Instruction,
  first: SettlementProposal | null,
  policy: Labelled,
): InboxEntry {
  const { id, content, status } = instruction;
  return {
    kind: 'settlement',
    id,
    act: content.kind === 'trade' ? 'settle-trade' : 'settle-withdrawal',
    about:
      first === null
        ? { code: 'outcome-unknown', asked: content, lapsed: lapsedIn(instruction)?.fact ?? null }
        : { code: 'outcome-stated', asked: content, by: first.by, executed: first.executed },
    money: moneyOf(content),
    labels: labelsOf(instruction, policy),
    askedBy: first?.by ?? null,
    since: first?.at ?? status.at,
    expiresAt: first === null ? null : plusSeconds(first.at, SETTLEMENT_PROPOSAL_HOURS * 3_600),
    approvals: { required: 2, given: first === null ? [] : [first.by] },
  };
}

export function changeEntry(change: PolicyChange, policy: Labelled): InboxEntry {
  const { id, madeBy, madeAt, expiresAt, resumption } = change;
  return {
    kind: resumption === undefined ? 'policy-change' : 'resumption',
    id,
    act: 'approve-change',
    about:
      resumption === undefined
        ? changeFact(change, policy)
        : { code: 'resumption-proposed', by: madeBy, currency: resumption.currency ?? null },
    money: null,
    labels: changeLabels(change, policy),
    askedBy: madeBy,
    since: madeAt,
    expiresAt,
    approvals: { required: 1, given: [] },
  };
}

export function unbookedEntry(
  { currency, amount, since, overdue }: UnbookedView,
  first: UnbookedConclusion | null,
  at: Instant,
): InboxEntry {
  const due = overdue?.amount ?? amount;
  return {
    kind: 'unbooked',
    id: currency,
    act: 'conclude-unbooked',
    about: { code: 'not-booked', amount: due, currency, first },
    money: { amount: due, currency },
    labels: {},
    askedBy: first?.by ?? null,
    since: first?.at ?? overdue?.since ?? since ?? at,
    expiresAt: first?.expiresAt ?? null,
    approvals: { required: 2, given: first === null ? [] : [first.by] },
  };
}

/** The one id that there is: all lanes that can be armed are armed by one word. */
export const REARMING_ID = 'lanes';

export function rearmingEntry(
  rearmable: readonly string[],
  first: Rearming | null,
  since: Instant,
): InboxEntry {
  return {
    kind: 'rearming',
    id: REARMING_ID,
    act: 'rearm',
    about: { code: 'backup-restored', currencies: rearmable, first: first?.by ?? null },
    money: null,
    labels: {},
    askedBy: first?.by ?? null,
    since: first?.at ?? since,
    expiresAt: first?.expiresAt ?? null,
    approvals: { required: 2, given: first === null ? [] : [first.by] },
  };
}

export function breakEntry(each: Break): InboxEntry {
  const { id, currency, amount, direction, status, openedAt, found } = each;
  const explanation = status.state === 'explained' ? status.explanation : null;
  return {
    kind: 'break',
    id,
    act: explanation === null ? 'explain-break' : 'close-break',
    about: { code: 'break-open', currency, direction, found, explained: explanation },
    money: { amount, currency },
    labels: {},
    askedBy: explanation?.by ?? null,
    since: explanation?.at ?? openedAt,
    expiresAt: null,
    approvals: {
      required: direction === 'outflow' ? 2 : 1,
      given: explanation === null ? [] : [explanation.by],
    },
  };
}

/** Of a trade: its base currency, signed as the balance will show it. */
function moneyOf(content: Content): { readonly amount: string; readonly currency: string } {
  if (content.kind === 'withdrawal') return { amount: content.amount, currency: content.currency };
  const [base = ''] = content.instrument.split('/');
  const amount = decimalOf(content.amount);
  return {
    amount: formatDecimal(content.side === 'sell' ? amount.negated() : amount),
    currency: base,
  };
}

function labelsOf({ origin, content }: Instruction, policy: Labelled): InboxLabels {
  const { reference } = content;
  const split = origin.kind === 'sweep' ? origin.split : undefined;
  return {
    ...(origin.kind === 'sweep' ? ruleLabels(origin.ruleId, policy) : {}),
    ...(content.kind === 'withdrawal'
      ? accountLabels(content.withdrawalAccountId, policy, content.accountLabel)
      : {}),
    ...(split === undefined
      ? {}
      : accountsAmong(
          split.parts.map((part) => part.withdrawalAccountId),
          policy,
        )),
    ...(reference === undefined ? {} : { reference }),
  };
}

function accountsAmong(ids: readonly string[], policy: Labelled): InboxLabels {
  return { accounts: ids.map((id) => accountLabels(id, policy)) };
}

function changeLabels(change: PolicyChange, policy: Labelled): InboxLabels {
  switch (change.kind) {
    case 'account':
      return accountLabels(change.after.id, policy, change.after.label);
    case 'rule': {
      const { id, label, withdrawalAccountId, split } = change.after;
      const account =
        withdrawalAccountId === undefined ? {} : accountLabels(withdrawalAccountId, policy);
      const accounts =
        split === undefined ? {} : accountsAmong(destinationsOf(change.after), policy);
      return { ...ruleLabels(id, policy, label), ...account, ...accounts };
    }
    default:
      return {};
  }
}

function ruleLabels(ruleId: string, { rules }: Labelled, otherwise?: string): InboxLabels {
  const ruleLabel = rules.find(({ id }) => id === ruleId)?.label ?? otherwise;
  return { ruleId, ...(ruleLabel === undefined ? {} : { ruleLabel }) };
}

function accountLabels(
  withdrawalAccountId: string,
  { accounts }: Labelled,
  otherwise?: string,
): LabelledAccount {
  const key = accountKey(withdrawalAccountId);
  const accountLabel = accounts.find(({ id }) => accountKey(id) === key)?.label ?? otherwise;
  return { withdrawalAccountId, ...(accountLabel === undefined ? {} : { accountLabel }) };
}

function changeFact(change: PolicyChange, policy: Labelled): InboxFact {
  const { ruleLabel, accountLabel: ofAccount, accounts = [] } = changeLabels(change, policy);
  // A rule's labels name the account that it pays to as well.
  const accountLabel = change.kind === 'account' ? ofAccount : undefined;
  const wider = widens(change);
  return {
    code: 'change-proposed',
    by: change.madeBy,
    isNew: change.before === null,
    piece: change.kind,
    name: change.kind === 'controls' ? null : (accountLabel ?? ruleLabel ?? change.after.label),
    accounts: accounts.map(({ withdrawalAccountId: id, accountLabel: name }) => ({
      id,
      label: name,
    })),
    widens: wider.slice(0, MAX_NAMED_CHANGES),
    more: wider.length - MAX_NAMED_CHANGES,
  };
}
