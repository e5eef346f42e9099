import { widens } from '../changes/widens.ts';
import { contentMessage } from '../instructions/history-message.ts';
import type { Content, Instruction, SettlementProposal } from '../instructions/instruction.ts';
import type { Break } from '../ledger/break.ts';
import { type PolicyChange, subjectName, subjectOf } from '../ledger/policy-change.ts';
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
  const { id, content, status, createdAt } = instruction;
  const waiting = status.state === 'awaiting-approval' ? status : null;
  const { approvalsRequired: required = 1, approvals = [] } = waiting ?? {};
  const askedBy = askedByOf(instruction);
  const { kind } = content;
  const labels = labelsOf(instruction, policy);
  const reference = labels.reference === undefined ? '' : ` (${labels.reference})`;
  return {
    kind,
    id,
    act: kind === 'trade' ? 'approve-trade' : 'approve-withdrawal',
    message: `${askedBy} asks to ${contentMessage(content)}${partText(instruction)}${reference}.`,
    money: moneyOf(content),
    labels,
    askedBy,
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
  const asked = contentMessage(content);
  const executed = first?.executed === true ? 'it was executed' : 'it was not executed';
  return {
    kind: 'settlement',
    id,
    act: content.kind === 'trade' ? 'settle-trade' : 'settle-withdrawal',
    message:
      first === null
        ? `What became of "${asked}" is not known: look it up at the service, and say so.`
        : `${first.by} says of "${asked}" that ${executed}: another person agrees or says otherwise.`,
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
    message:
      resumption === undefined
        ? `${madeBy} proposes ${changeMessage(change, policy)}.`
        : `${madeBy} proposes to end the halt of ${resumption.currency ?? 'everything'}.`,
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
  const said = first === null ? '' : ` ${first.by} says ${first.outcome}: another person agrees.`;
  const due = overdue?.amount ?? amount;
  return {
    kind: 'unbooked',
    id: currency,
    act: 'conclude-unbooked',
    message: `${due} ${currency} was confirmed and no balance shows that it left: look it up at the service.${said}`,
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
  const said = first === null ? '' : ` ${first.by} says so: another person agrees.`;
  return {
    kind: 'rearming',
    id: REARMING_ID,
    act: 'rearm',
    message: `A backup was restored. Compare ${rearmable.join(', ')} with the records of the service, then arm them.${said}`,
    money: null,
    labels: {},
    askedBy: first?.by ?? null,
    since: first?.at ?? since,
    expiresAt: first?.expiresAt ?? null,
    approvals: { required: 2, given: first === null ? [] : [first.by] },
  };
}

export function breakEntry(each: Break): InboxEntry {
  const { id, currency, amount, direction, status, openedAt, message } = each;
  const explanation = status.state === 'explained' ? status.explanation : null;
  const named =
    explanation === null
      ? 'Explain it.'
      : `${explanation.by} explains it as ${explanation.kind}: close it.`;
  return {
    kind: 'break',
    id,
    act: explanation === null ? 'explain-break' : 'close-break',
    message: `${message}. ${named}`,
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

function askedByOf({ origin }: Instruction): string {
  return origin.kind === 'sweep' ? `rule ${origin.ruleId}` : origin.requestedBy;
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

/** ", part 1 of 2 of 2.5 BTC": what is decided about is less than what leaves. */
function partText({ origin, content }: Instruction): string {
  const split = origin.kind === 'sweep' ? origin.split : undefined;
  if (split === undefined || content.kind !== 'withdrawal') return '';
  return `, part ${split.part} of ${split.of} of ${split.total} ${content.currency}`;
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

/** "a change of rule:btc-cold (Excess BTC): keep falls from 1 to 0.25". */
function changeMessage(change: PolicyChange, policy: Labelled): string {
  const proposed = 'label' in change.after ? change.after.label : undefined;
  const { ruleLabel, accountLabel, accounts } = changeLabels(change, policy);
  const label = change.kind === 'account' ? accountLabel : (ruleLabel ?? proposed);
  const subject = subjectName(subjectOf(change));
  const named = label === undefined ? subject : `${subject} (${label})`;
  const wider = widens(change);
  const more = wider.length - MAX_NAMED_CHANGES;
  const told = wider.slice(0, MAX_NAMED_CHANGES).join('; ');
  const what = change.before === null ? 'a new' : 'a change of';
  return `${what} ${named}${paidTo(accounts)}: ${told}${more > 0 ? `; and ${more} more` : ''}`;
}

/** Of a rule that divides what it sweeps: every account, since each gets money by it. */
function paidTo(accounts: InboxLabels['accounts']): string {
  if (accounts === undefined) return '';
  const named = accounts.map(({ withdrawalAccountId: id, accountLabel: label }) =>
    label === undefined ? id : `"${label}"`,
  );
  return `, divided among ${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
