import type { InboxFact, MayNotFact } from '../../inbox-facts.ts';
import type { BesideInbox } from '../inbox-texts.ts';
import { pieceName } from '../piece-name.ts';
import { type SaidOf, saidOf, type WithCode } from '../said.ts';
import {
  amountIn,
  datePart,
  joined,
  moment,
  type Sentence,
  sentence,
  written,
} from '../sentence.ts';
import { sayWidening } from '../widening.ts';
import { ACTORS } from './actors.ts';
import { askedText } from './asked.ts';
import { BREAKS } from './breaks.ts';
import { statementLapsed } from './lapses.ts';
import { PAUSED_BECAUSE } from './waiting.ts';

type Of<Code extends InboxFact['code']> = WithCode<InboxFact, Code>;

function askedToSend({ askedBy, asked, part, reference }: Of<'asked-to-send'>): Sentence {
  const who = typeof askedBy === 'string' ? [written(askedBy)] : saidOf(ACTORS, askedBy);
  const currency = asked.kind === 'withdrawal' ? asked.currency : '';
  const of =
    part === null
      ? []
      : sentence`, part ${part.part} of ${part.of} of ${amountIn(currency, part.total)}`;
  const named = reference === null ? [] : sentence` (${written(reference)})`;
  return sentence`${who} asks to ${askedText(asked)}${of}${named}.`;
}

function changeProposed(fact: Of<'change-proposed'>): Sentence {
  const { by, isNew, piece, name, accounts, widens, more } = fact;
  const who = by === null ? [] : sentence`${written(by)} proposes `;
  const kind = pieceName(piece);
  const what = isNew ? `a new ${kind}` : `a change of the ${kind}`;
  const named = name === null ? [what] : sentence`${what} "${written(name)}"`;
  const paid = accounts.map((each) =>
    each.label === undefined ? [each.id] : sentence`"${written(each.label)}"`,
  );
  const among =
    paid.length === 0
      ? []
      : sentence`, divided among ${joined(paid.slice(0, -1), ', ')} and ${paid.at(-1) ?? []}`;
  const told = widens.map((each) => written(sayWidening(each)));
  return sentence`${who}${named}${among}: ${joined(told, '; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

function lowBalance({ balance, currency, low, filling }: Of<'balance-low'>): Sentence {
  const amount = amountIn(currency, filling.amount);
  const filled =
    filling.to === 'low'
      ? sentence`${amount} would bring it to the low`
      : sentence`${amount} would fill it to the kept ${amountIn(currency, filling.target)}`;
  return sentence`The balance of ${amountIn(currency, balance)} is below the low of ${amountIn(currency, low)}: ${filled}. Nothing is bought automatically.`;
}

function calendarEnding({ id, label, ...fact }: Of<'calendar-ending'>): Sentence {
  const { until, hasEnded, rules, isBuiltIn } = fact;
  const next = isBuiltIn
    ? 'a later version of Sluice has its further years'
    : 'import its further years, and have a colleague approve them';
  return sentence`The calendar ${id} (${written(label)}) ${hasEnded ? 'has ended on' : 'ends on'} ${datePart(until)}: on later dates ${rules.join(', ')} will do nothing; ${next}.`;
}

export const INBOX: SaidOf<InboxFact, BesideInbox> = {
  'asked-to-send': askedToSend,
  'outcome-unknown': ({ asked, lapsed }) => {
    const before = lapsed === null ? [] : sentence` ${statementLapsed(lapsed)}`;
    return sentence`What became of "${askedText(asked)}" is not known: look it up at the service, and say so.${before}`;
  },
  'outcome-stated': ({ asked, by, executed }) =>
    sentence`${written(by)} says of "${askedText(asked)}" that ${executed ? 'it was executed' : 'it was not executed'}: another person agrees or says otherwise.`,
  'change-proposed': changeProposed,
  'resumption-proposed': ({ by, currency }) =>
    sentence`${written(by)} proposes to end the halt of ${currency ?? 'everything'}.`,
  'not-booked': ({ amount, currency, first }) => {
    const said =
      first === null
        ? []
        : sentence` ${written(first.by)} says ${first.outcome}: another person agrees.`;
    return sentence`${amountIn(currency, amount)} was confirmed and no balance shows that it left: look it up at the service.${said}`;
  },
  'backup-restored': ({ currencies, first }) => {
    const said = first === null ? [] : sentence` ${written(first)} says so: another person agrees.`;
    return sentence`A backup was restored. Compare ${currencies.join(', ')} with the records of the service, then arm them.${said}`;
  },
  'break-open': ({ found, explained, ...about }) => {
    const next =
      explained === null
        ? 'Explain it.'
        : sentence`${written(explained.by)} explains it as ${explained.kind}: close it.`;
    return sentence`${saidOf(BREAKS, { ...about, ...found })}. ${next}`;
  },
  'balance-low': lowBalance,
  'rule-failing': ({ failing }, said) =>
    sentence`${said.failing(failing)}. It ends with the next that leaves.`,
  'webhook-failing': ({ id, label, last }) =>
    sentence`The receiver of the webhook ${id} (${written(label)}) takes no event. ${last === null ? 'It never took one' : sentence`It last took one at ${moment(last)}`}. It is tried for three days; then Sluice pauses the webhook.`,
  'webhook-paused': ({ id, label, reason }) =>
    sentence`Sluice has paused the webhook ${id} (${written(label)}): ${PAUSED_BECAUSE[reason]} Have the receiver mended, then have the webhook sent to again.`,
  'calendar-ending': calendarEnding,
};

export const MAY_NOT: SaidOf<MayNotFact> = {
  'is-program': () => 'Programs decide nothing: it takes a person.',
  'no-such-role': () => 'None of your roles decides about this.',
  'settled-by-you': () => 'You have settled it.',
  'approved-by-you': () => 'You have approved it.',
  'one-of-two-by-you': () => 'You have approved it; another person has to as well.',
  'stated-by-you': () => 'You have said so: another person has to agree.',
  'outcome-stated-by-you': () => 'You have said what became of it: another person has to agree.',
  'written-by-another': () =>
    'No deciding function of Sluice wrote it as it stands here. An approval cancels it instead; decline it, and look for who wrote to the ledger.',
};
