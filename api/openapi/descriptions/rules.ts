/** Sweep rules and the calendars that they name. */
export const RULES: Readonly<Record<string, string>> = {
  // Sweep rules.
  'SweepRule*.id': 'Id of the rule: small letters, digits and hyphens.',
  'ListedSweepRule.id': 'Id of the rule: small letters, digits and hyphens.',
  purpose: 'Why the rule is there, in one line for people; it decides nothing. Absent: not said.',
  owner:
    'Who answers for the rule, a person or a team, in one line for people; it permits nothing. Absent: not said.',
  'ValueLimit*.value': 'The value, decimal text in the reporting currency.',
  'ValueLimit*.in': 'The reporting currency of the controls.',
  'PositiveValueLimitBody.value': 'The value, decimal text in the reporting currency, more than 0.',
  'PositiveValueLimitBody.in': 'The reporting currency of the controls.',
  'activity.valued':
    'Its limits by value as amounts at the latest prices, by their fields; null if there is no price that they can rest on. Absent without a limit by value.',
  'activity.valued.threshold': 'The threshold. Absent: it is an amount.',
  'activity.valued.keep': 'The kept part. Absent: it is an amount.',
  'activity.valued.minimum': 'The minimum. Absent: it is an amount.',
  'activity.valued.maximum': 'The maximum. Absent: it is an amount, or there is none.',
  'activity.valued.per24Hours':
    'The budget of 24 hours. Absent: it is an amount, or there is none.',
  'activity.valued.per30Days': 'The budget of 30 days. Absent: it is an amount, or there is none.',
  'activity.valued.approvalAbove':
    'Above it sweeps wait for an approval. Absent: it is an amount, or there is none.',
  activity: 'Where the rule stands at this moment.',
  nextOccurrence:
    'The next time its cron schedule falls; null if it is switched off, never falls again, or runs with every snapshot.',
  'activity.lastSweepAt':
    'When the last withdrawal or trade of the rule that was confirmed had been claimed; null: nothing has left.',
  'activity.lastTriedAt':
    'When the rule last claimed a withdrawal or a trade, whatever became of it; null: never.',
  'activity.failing': 'What of the rule did not leave in a row; absent where the last did.',
  pausedUntil: 'Until then it pauses after failures; absent where it does not.',
  restsUntil: 'Until then it rests after its last sweep; absent where it does not.',
  'activity.withdrawalsPer24Hours':
    'How often it withdrew in rolling 24 hours; absent without a limit of that.',
  'withdrawalsPer24Hours.limit': 'How often it may at most.',
  'withdrawalsPer24Hours.used': 'How often it did, never less than really left.',
  'withdrawalsPer24Hours.left': 'How often it still may.',
  'withdrawalsPer24Hours.roomAt':
    'When there is room for its next sweep, if nothing else leaves until then; absent where there is.',
  'activity.budgets': 'What it has used of its rolling budgets.',
  'activity.budgets.per24Hours':
    'In rolling 24 hours; absent without such a budget, or without a price for one by value.',
  'activity.budgets.per30Days':
    'In rolling 30 days; absent without such a budget, or without a price for one by value.',
  'per24Hours.limit': 'The budget, decimal text in units of the currency.',
  'per24Hours.used':
    'What counts against it, never less than what was withdrawn: decimal text in units of the currency.',
  'per24Hours.left': 'What is left of it, decimal text in units of the currency.',
  'per30Days.limit': 'The budget, decimal text in units of the currency.',
  'per30Days.used':
    'What counts against it, never less than what was withdrawn: decimal text in units of the currency.',
  'per30Days.left': 'What is left of it, decimal text in units of the currency.',
  // Conversions.
  'SweepRule*.withdrawalAccountId':
    'Id of the registered account, as the service has it. Absent: it converts, and pays to none.',
  'ListedSweepRule.withdrawalAccountId':
    'Id of the registered account, as the service has it. Absent: it converts, and pays to none.',
  'SweepRule*.kind':
    '`convert`: the rule turns its surplus into another currency by a trade. Absent: it sweeps to an account.',
  'SweepRule*.instrument':
    'Instrument of the trade, BASE/QUOTE, of its two currencies. Absent: the permitted one, the sale before the purchase.',
  'SweepRule*.side':
    'Side of the trade, as the instrument has it. Absent: the one that gives the currency away.',
  'ListedSweepRule.kind':
    '`convert`: the rule turns its surplus into another currency by a trade. Absent: it sweeps to an account.',
  'ListedSweepRule.instrument':
    'Instrument of the trade, BASE/QUOTE, of its two currencies. Absent: the permitted one, the sale before the purchase.',
  'ListedSweepRule.side':
    'Side of the trade, as the instrument has it. Absent: the one that gives the currency away.',
  into: 'The currency that the surplus is turned into. Absent: the rule sweeps.',
  low: 'A balance below this raises an alert and buys nothing: decimal text in units of the currency. Absent: no alert.',
  threshold:
    'The rule sweeps above this balance, not at it: decimal text in units of the currency, or a value in the reporting currency.',
  keep: 'What always stays: decimal text in units of the currency, or a value in the reporting currency; at most the threshold.',
  allocation: 'Which part of the surplus (balance less `keep`) a sweep takes.',
  'ListedSweepRuleAllocation*.kind': 'All of the surplus, a percentage of it, or a fixed amount.',
  'SweepRuleAllocation*.kind': 'All of the surplus, a percentage of it, or a fixed amount.',
  'SweepRuleBodyAllocation*.kind': 'All of the surplus, a percentage of it, or a fixed amount.',
  split:
    "Divides each sweep among several accounts, the rule's own first: by weights, or by amounts in order. Absent: the rule's own account gets all.",
  'ListedSweepRuleSplit*.kind': 'By weights that add to 100, or by amounts in order.',
  'SweepRuleSplit*.kind': 'By weights that add to 100, or by amounts in order.',
  'SweepRuleBodySplit*.kind': 'By weights that add to 100, or by amounts in order.',
  'ListedSweepRuleSplit*.parts': 'The accounts, in order, each once: 2 to 8.',
  'SweepRuleSplit*.parts': 'The accounts, in order, each once: 2 to 8.',
  'SweepRuleBodySplit*.parts': 'The accounts, in order, each once: 2 to 8.',
  'ListedSweepRuleSplitAmounts.parts.amount':
    'What it gets as far as there is enough: decimal text in units of the currency. Absent: the rest, for the last part.',
  'SweepRuleSplitAmounts.parts.amount':
    'What it gets as far as there is enough: decimal text in units of the currency. Absent: the rest, for the last part.',
  'SweepRuleBodySplitAmounts.parts.amount':
    'What it gets as far as there is enough: decimal text in units of the currency. Absent: the rest, for the last part.',
  'ListedSweepRuleSplitWeights.parts.percent':
    'Its share of each sweep, in percent: decimal text. All shares add to 100.',
  'SweepRuleSplitWeights.parts.percent':
    'Its share of each sweep, in percent: decimal text. All shares add to 100.',
  'SweepRuleBodySplitWeights.parts.percent':
    'Its share of each sweep, in percent: decimal text. All shares add to 100.',
  basis: 'What the allocation is worked out from.',
  'ListedSweepRuleAllocation*.percent':
    'Percent of the surplus, decimal text, more than 0 and at most 100.',
  'SweepRuleAllocation*.percent':
    'Percent of the surplus, decimal text, more than 0 and at most 100.',
  'SweepRuleBodyAllocation*.percent':
    'Percent of the surplus, decimal text, more than 0 and at most 100.',
  minimum:
    'A smaller sweep does not happen: decimal text in units of the currency, or a value in the reporting currency.',
  maximum:
    'A sweep is never larger: decimal text in units of the currency, or a value in the reporting currency; more than 0. Absent: no such limit.',
  step: 'Sweeps are multiples of this, rounded down: decimal text in units of the currency, more than 0.',
  budgets: 'What the rule may withdraw at most over time.',
  'budgets.per24Hours':
    'In rolling 24 hours: decimal text in units of the currency, or a value in the reporting currency; more than 0. Absent: no such limit.',
  per30Days:
    'In rolling 30 days: decimal text in units of the currency, or a value in the reporting currency; more than 0. Absent: no such limit.',
  withdrawalsPer24Hours:
    'How often the rule withdraws at most in rolling 24 hours; each part of a split is a withdrawal. Absent: as often as it is due.',
  cooldownSeconds: 'Seconds between two sweeps of the rule.',
  schedule: 'When the rule is looked at: with every snapshot, or by a cron expression.',
  'ListedSweepRuleSchedule*.kind': 'With every snapshot, or by a cron expression.',
  'SweepRuleSchedule*.kind': 'With every snapshot, or by a cron expression.',
  'SweepRuleBodySchedule*.kind': 'With every snapshot, or by a cron expression.',
  expression: 'Cron expression of six fields, as EventBridge Scheduler reads it.',
  'ListedSweepRuleScheduleCron.timeZone': 'IANA time zone of the expression.',
  'SweepRuleScheduleCron.timeZone': 'IANA time zone of the expression.',
  'SweepRuleBodyScheduleCron.timeZone': 'IANA time zone of the expression.',
  latestStartSeconds:
    'Seconds after an occurrence within which the rule may still start; only beside a schedule of kind "cron". Absent: 3600.',
  maximumBalanceAgeSeconds: 'Age in seconds of the oldest balance that the rule acts on.',
  backoff:
    'How long the rule pauses after failures: the pause doubles from the first to the longest.',
  firstSeconds: 'First pause, in seconds.',
  maximumSeconds: 'Longest pause, in seconds.',
  priority: 'Order among the rules of a currency: the lowest number decides first.',
  'ListedSweepRule.approvalAbove':
    'Above this, what leaves for the account in rolling 24 hours waits for an approval: decimal text in units of the currency, or a value in the reporting currency. Absent: no approval.',
  'SweepRule*.approvalAbove':
    'Above this, what leaves for the account in rolling 24 hours waits for an approval: decimal text in units of the currency, or a value in the reporting currency. Absent: no approval.',
  enabled: 'Whether the rule is switched on.',
  activeSince: 'This version counts from then on: earlier occurrences are none of its own.',

  'SweepRule*.calendars':
    'Ids of calendars: nothing leaves by the rule on a day that one of them closes, or does not know. `target` and `fedwire` are built in. Absent: on every day.',
  'ListedSweepRule.calendars':
    'Ids of calendars: nothing leaves by the rule on a day that one of them closes, or does not know. `target` and `fedwire` are built in. Absent: on every day.',
  convention:
    'What becomes of an occurrence of the schedule on a closed day: `skip` (it is used up), `following` or `preceding` (it moves to the next or the last business day), `modified-following` (the next, unless that is in another month: then the last). Absent: skip.',
  cutOff:
    'The time of day before which an occurrence of that day starts, or not at all. Absent: at any time within `latestStartSeconds`.',
  'cutOff.time': 'Time of day, HH:MM.',
  'cutOff.timeZone': 'IANA time zone of the time.',

  // Calendars.
  'Calendar*.id': 'Id of the calendar: small letters, digits and hyphens.',
  'Calendar*.label': 'Name of the calendar.',
  'Calendar*.timeZone': 'IANA time zone of the place whose dates these are.',
  'Calendar*.from': 'First date that the calendar knows.',
  'Calendar*.until':
    'Last date that the calendar knows. A rule that names it sweeps nothing on a later one.',
  weekend: 'Days of every week that are no business days.',
  holidays: 'Other days that are no business days.',
  'holidays.date': 'The date, within the range of the calendar.',
  'holidays.name': 'What the day is called. Absent: it has no name.',
  'Calendar.version': 'Version of the calendar, its ETag; 0 of one that is built in.',
  'Calendar.builtIn': 'True of a calendar that every tenant has and no person can change.',
};
