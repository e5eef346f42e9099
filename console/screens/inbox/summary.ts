import type { components } from '@sluice/client';
import { personName } from '../../approving/instruction.ts';
import { signOf } from '../../display/amounts.ts';
import { capitalised } from '../../display/capitalised.ts';
import type { InboxItem } from './kinds.ts';

type Names = components['schemas']['Names'] | undefined;
type WhyNotCode = components['schemas']['WhyNot']['code'];

/** Why not, in the two words that a list has room for. */
const WHY_NOT: Readonly<Record<WhyNotCode, string>> = {
  program: 'takes a person',
  role: 'another role',
  'own-proposal': 'your own',
  'already-decided': 'you have approved',
  expired: 'expired',
  'not-trusted': 'not trusted',
  changed: 'overtaken',
  'not-yet': 'not yet',
  blocked: 'something first',
  'newer-version': 'newer version',
};

export function whyNotText({ whyNot }: Pick<InboxItem, 'whyNot'>): string {
  return whyNot === null ? 'for you' : WHY_NOT[whyNot.code];
}

/** Who asked: a person by name, a rule by its label; null where neither did. */
export function askedByText({ askedBy, labels }: InboxItem, names: Names): string | null {
  if (askedBy === null) return null;
  const isOfRule = labels.ruleId !== undefined && askedBy === `rule ${labels.ruleId}`;
  return isOfRule ? `rule “${labels.ruleLabel ?? labels.ruleId}”` : personName(names, askedBy);
}

/** What waits, in one line of labels; the API's own sentence where it has no ids to replace. */
export function summaryOf(item: InboxItem, names: Names): string {
  const { kind, act, labels, message, proposed, money } = item;
  const account = labels.accountLabel ?? labels.withdrawalAccountId;
  const who = askedByText(item, names);
  switch (kind) {
    case 'withdrawal':
      return account === undefined ? message : `To ${account}`;
    case 'settlement': {
      const what =
        act === 'settle-trade' || account === undefined
          ? 'the trade'
          : `the withdrawal to ${account}`;
      return who === null
        ? `What became of ${what} is not known: look it up at the service.`
        : `${who} has said what became of ${what}: agree, or say otherwise.`;
    }
    case 'break': {
      const way = money !== null && signOf(money.amount) < 0 ? 'Went out' : 'Came in';
      return act === 'close-break'
        ? `${way} unexplained; ${who ?? 'a person'} has explained it. Close it.`
        : `${way} unexplained. Explain it.`;
    }
    case 'policy-change':
      return proposed === undefined ? message : capitalised(proposed);
    default:
      return message;
  }
}
