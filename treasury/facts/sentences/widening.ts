import { exactDuration } from '../../time/duration.ts';
import type { FieldWidening, MovedWidening, Quantity, Widening } from '../widening-facts.ts';
import { quotedLabel } from './field-label.ts';
import { pieceName } from './piece-name.ts';

/** What follows the name of the field. */
const FIELDS: Readonly<Record<FieldWidening, string>> = {
  'not-comparable': ' cannot be compared',
  'not-known': ' changes, and what it limits is not known',
  other: ' is another',
  'other-place': ' is another: money leaves to another place',
  'other-details': ' are others: money may leave to another place',
  'other-name-of-destination': ' is another: people know the destination by it',
  'other-name-of-rate': ' is another: reports name the rate by it',
  'other-name-of-movements': ' is another: reports name the movements by it',
  'other-source-of-rate': ' is another: whoever checks the rate looks there',
  'other-network-at-service': ' is another: answers under it count as the same network',
  'other-answered-amounts':
    ' is another: answers with other amounts may count as what was asked for',
  'other-counterparty': ' is another: its limits count for it no more',
  'other-time-zone-of-days': ' is another: each day begins and ends at another moment',
  'other-reporting-currency': ' is another: every limit in it means another amount',
  'other-rate': ' is another: reports are valued by it',
  'other-movements': ' is another: the rule explains other movements',
  'other-use-of-surplus': ' is another: it does something else with the surplus',
  'other-shares': ' is another: an account gets more of what leaves',
  'other-currency-bought': ' is another: the surplus becomes another currency',
  'other-schedule': ' is another: it may sweep sooner',
  'other-priority': ' is another: it may be served before others',
  'other-receiver': ' is another: events are told to another place',
  'other-secret': ' is another: its maker is shown a new signing secret',
  'other-time-zone': ' is of another time zone',
  'rule-on': ': the rule is switched on',
  'account-on': ': the account is switched on',
  'webhook-on': ': events are sent to it again',
  'payment-arrived': ': a payment has arrived, so the first-payment maximum ends',
  'evidence-settles': ': evidence alone may settle',
  'crossed-prices-permit': ': prices over a third currency permit',
  'omitted-is-zero': ': a currency that answers leave out counts as zero',
  'amounts-removed': ' is removed: the rule explains other amounts',
  'amounts-changed': ' changes: the rule explains other amounts',
  'hours-removed': ' are removed: the rule explains at any time',
  'hours-changed': ' change: the rule explains at other times',
  'times-removed': ' is removed: the rule explains at any time',
  'times-changed': ' changes: the rule explains at other times',
  'cut-off-removed': ' is removed: it sweeps later in the day',
  'closed-days-gained': ' gains closed days: it sweeps on others instead',
  'more-kept-than-threshold':
    ' rises: as long as more is kept than the threshold nothing leaves, and prices decide whether it is',
  'divided-otherwise': ' changes how the amount is divided: an account may get more',
};

/** The same where both values are said. */
const MOVED: Readonly<Record<MovedWidening, (from: string, to: string) => string>> = {
  falls: (from, to) => `falls from ${from} to ${to}`,
  rises: (from, to) => `rises from ${from} to ${to}`,
  'only-prices-tell': (from, to) =>
    `goes from ${from} to ${to}, and only prices tell which lets more leave`,
  'rounds-to-more': (from, to) => `changes from ${from} to ${to}, which can round to more`,
  'other-kind-of-amount': (from, to) => `is of another kind: ${to} instead of ${from}`,
  'less-strict': (from, to) => `goes from ${from} to ${to}`,
  'moves-to-other-days': (from, to) => `changes from ${from} to ${to}: it sweeps on other days`,
  'later-in-the-day': (from, to) => `moves from ${from} to ${to}: it sweeps later in the day`,
  'begins-earlier': (from, to) => `falls from ${from} to ${to}: money leaves on more days`,
  'ends-later': (from, to) => `rises from ${from} to ${to}: money leaves on more days`,
};

/** Names in one sentence at most: a person reads them. */
const MAX_NAMED = 10;

/** Why more can leave by a change: what its proposer and its approvers read. */
export function sayWidening(fact: Widening): string {
  switch (fact.code) {
    case 'new':
      return `a new ${pieceName(fact.piece)}`;
    case 'was-not-there':
      return `there was no such ${pieceName(fact.piece)}`;
    case 'no-approval':
      return `sweeps become so small that they need no approval (needed above ${quantity(fact.above)})`;
    case 'mixed-scripts':
      return `${quotedLabel(fact.field)}: letters of ${fact.scripts.join(' and ')} are mixed in it: it may look like another name`;
    case 'removed':
      return `${quotedLabel(fact.field)} of ${quantity(fact.was)} is removed`;
    case 'gains':
      return `${quotedLabel(fact.field)} gain ${named(fact.names)}`;
    case 'loses-calendars':
      return `${quotedLabel(fact.field)} loses ${named(fact.names)}: it sweeps on more days`;
    case 'loses-weekdays':
      return `${quotedLabel(fact.field)} loses ${named(fact.names)}: money leaves on them`;
    case 'loses-dates':
      return `${quotedLabel(fact.field)} loses ${named(fact.names)}: money leaves on what was closed`;
    case 'other-part':
      return `${quotedLabel(fact.field)} is another: ${named(fact.names)}`;
    default:
      return 'from' in fact
        ? `${quotedLabel(fact.field)} ${MOVED[fact.code](quantity(fact.from), quantity(fact.to))}`
        : `${quotedLabel(fact.field)}${FIELDS[fact.code]}`;
  }
}

function quantity(seen: Quantity): string {
  if (typeof seen === 'string') return seen;
  return 'seconds' in seen ? exactDuration(seen.seconds) : `${seen.value} ${seen.in}`;
}

function named(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `${names.slice(0, MAX_NAMED).join(', ')}${more}`;
}
