/** Fields of the answers about the caller, what waits, and how things stand. */
export const FRONT_PAGE: Readonly<Record<string, string>> = {
  'Me.id': 'The caller, as the audit log has it.',
  'Me.kind': 'Whether a person signed in, or a program did.',
  'Me.name':
    'The name to show beside the id, as the token has it. People may choose it: nothing is decided by it.',
  'Me.roles': 'The roles that the token gives.',
  'Me.tenant': 'The tenant that is meant where a request names none, or that this one named.',
  tenants: 'Every tenant that the caller may see.',
  operations: 'Names of the operations that these roles permit, as this document has them.',

  'InboxItem.kind': 'What waits.',
  'InboxItem.id':
    'Id of the instruction, the change or the break; of unbooked amounts, the currency.',
  link: 'Path where it is read, with the ETag that a decision names.',
  decideAt: 'Path that takes the decision, by POST; of a calendar that ends, by PUT.',
  act: 'The decision that it waits for.',
  'InboxItem.message': 'The decision to make, in one sentence.',
  'InboxItem.proposed':
    'Of a change of the policy: what is proposed and why it lets more leave. Absent otherwise.',
  money: 'What it is about; null where it is about no amount.',
  'money.amount':
    'Decimal text in units of the currency. Of a trade the base currency, negative where it is sold.',
  labels: 'The ids that it names, with the labels that people gave them.',
  ruleLabel: 'Label of the sweep rule.',
  'labels.accountLabel': 'Label of the registered account.',
  'labels.accounts':
    'Every account that a rule with a split pays to, in the order of the parts; of a part of a withdrawal, those of its run. Absent otherwise.',
  'labels.accounts.accountLabel': 'Label of the registered account.',
  'InboxItem.askedBy':
    'The person or program that asked for it or said the first word, or "rule ID"; null where neither did.',
  'InboxItem.since': 'Since when it waits.',
  'InboxItem.expiresAt': 'When it ends by itself; null: never.',
  'InboxItem.approvals': 'How many people it takes, and who of them has agreed.',
  'approvals.required': 'People that it takes, beside the one who asked for a withdrawal or trade.',
  'approvals.given': 'The people who have agreed so far.',
  trusted:
    'Whether a deciding function of Sluice wrote it as it stands; null where there is no seal to tell.',
  mayDecide: 'Whether the route that decides takes it from the caller now.',
  whyNot: 'Why it does not; null where it does.',
  'WhyNot.code': 'The reason as a code.',
  waiting: 'How many wait, whatever the filter leaves out.',
  forMe: 'How many of them the caller may decide about.',
  byKind: 'How many of each kind; a kind without any is absent.',
  more: 'Kinds of which more wait than were looked at.',
  'Inbox.items': 'What waits, as far as the filter shows it.',
  'Inbox.next': 'Always null: there is one page.',
  'Inbox.previous': 'Always null: there is one page.',

  names:
    'Labels and display names of everything that the answer mentions, by id. Beside the answer, never in the items of a list; absent where nothing has one.',
  'Names.rules': 'Labels of sweep rules, by id.',
  'Names.accounts': 'Labels of registered accounts, by id.',
  'Names.people':
    'What people chose to be called, by the name that the audit log has. Absent where the token says no more.',
  'Instruction.decisions':
    'The decision of the rule that led to it, with every check. Present with `expand=decisions`.',

  'ValueChange.since': 'When the balances of the earlier snapshot had been read.',
  'ValueChange.before':
    'Value then, decimal text in units of the reporting currency; null where it cannot be compared.',
  'ValueChange.amount':
    'Signed decimal text in units of the reporting currency; null where it cannot be compared.',
  'ValueChange.percent':
    'Signed percent of the value then, decimal text; null where it cannot be compared.',
  'Overview.at': 'The moment that it describes.',
  'Overview.mode': 'Whether money moves; disarmed: there is no policy.',
  'Overview.halt': 'The kill switch.',
  'Overview.value': 'Everything, as the last snapshot valued it.',
  'Overview.change': 'Against the last snapshot a day, and a week, before.',
  day: 'Since a day before; null where there is no snapshot of then.',
  week: 'Since a week before; null where there is no snapshot of then.',
  'Overview.currencies': 'Every currency with its balance, the most valuable first.',
  'Overview.currencies.mode': 'Whether money of the currency moves.',
  share: 'Percent of the total, decimal text; null without a complete total.',
  'Overview.low':
    'Balances below the `low` of a rule that is switched on: nothing fills them by itself.',
  'low.balance': 'What can be withdrawn, decimal text in units of the currency.',
  'low.low': 'The low of the rule, decimal text in units of the currency.',
  'low.target':
    'What the rule keeps, decimal text in units of the currency; null where it keeps a value.',
  'low.missing':
    'What would fill the balance to its target, decimal text in units of the currency; null without a target.',
  'Overview.failing':
    'Rules that are switched on, and of which three or more withdrawals or trades in a row did not leave.',
  'Overview.failingWebhooks':
    'Webhooks of which no event arrives: those that have failed for an hour, and those that Sluice has paused for it.',
  'Overview.unreadable':
    'Items that are not in a form that this version of Sluice reads: what rests on them waits. Absent if there are none.',
  'unreadable.piece': 'What it is.',
  'unreadable.id': 'Its id; of a lane its currency; of counts the name of their item.',
  'FailingWebhook.label': 'Name of the webhook.',
  'FailingWebhook.link': 'Where the API has the webhook.',
  'FailingWebhook.state':
    'failing: its receiver takes nothing, and is tried. paused: Sluice has paused it, and sends nothing.',
  'FailingWebhook.since': 'When it began to fail; when it was paused.',
  'FailingWebhook.deliveredAt':
    'When the receiver last took an event; null if it never did, or is not known.',
  'FailingWebhook.pending':
    'How many events wait to be delivered; null once it is paused, where events are held instead.',
  'pending.count': 'How many waited; of more than 1,000, as many as were counted.',
  'pending.countedAt': 'When they were counted: once an hour.',
  'Overview.blocked': 'The lanes in which nothing can be sent, each with what to do next.',
  'Overview.waiting': 'What waits for people; null where its seals cannot be verified now.',
  'waiting.total': 'How many wait.',
  lastRuns: 'What the last runs decided, newest first.',
  'lastRuns.rules': 'How many rules the run decided about.',
  swept: 'The rules that swept.',
  'swept.instructionId': 'Id of the withdrawal.',
  notSwept: 'How many rules did not sweep, by reason.',
  health: 'Whether snapshots come in time.',
  'health.state':
    'late: the last one is older than two intervals. missed: the last tick had none. none: there is no snapshot yet.',
  everySeconds: 'The interval of the snapshots, in seconds.',
  lastSnapshot: 'The last snapshot that was taken; null before the first.',
  'health.ageSeconds': 'How old its balances are, in seconds.',
  calendarsEnding:
    'Calendars that rules name and that end within 60 days, or have ended; the first to end comes first.',
  'calendarsEnding.id': 'Id of the calendar.',
  'calendarsEnding.label': 'Name of the calendar.',
  'calendarsEnding.until': 'The last date that it knows: on later ones its rules sweep nothing.',
  'calendarsEnding.hasEnded': 'Whether that date is over.',
  'calendarsEnding.rules': 'Ids of the rules that are switched on and name it.',
  lastMiss: 'The last tick, where its balances could not be read; null otherwise.',
  'lastMiss.code': 'What went wrong, as a code.',
  'lastMiss.reason': 'What went wrong, in a sentence.',
};
