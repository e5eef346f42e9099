/** Fields of the forecast. */
export const FORECAST: Readonly<Record<string, string>> = {
  'Forecast.from': 'This moment.',
  'Forecast.to': 'End of the days that were asked for.',
  'Forecast.until': 'Everything before it was decided.',
  'Forecast.complete':
    'Whether that is all of it; false where there are more decisions than one answer makes.',
  'Forecast.timeZone': 'IANA time zone of the days.',
  unreadableRules: 'Ids of rules whose items cannot be read: they sweep nothing.',
  already: 'Withdrawals that were decided before, and have not left.',
  'Forecast.days': 'One entry for each day, also those on which nothing leaves.',
  'Forecast.perDay':
    'The most that rules may send in rolling 24 hours by the budgets and limits of the policy, whatever the balances are.',
  'MostPerDay.value':
    'Of all rules together, in the reporting currency, at the prices of the latest snapshot, decimal text; absent if a rule has no bound and everything together has none.',
  'MostPerDay.limit':
    'The limit of everything that leaves in rolling 24 hours, in the reporting currency, decimal text; absent if the controls have none.',
  'MostPerDay.message': 'The same in a sentence.',
  'MostPerDay.rules': 'Each rule that is switched on and pays to an account.',
  'MostPerDay.rules.value':
    'The strictest of its own bounds, in the reporting currency, decimal text; absent if it has none with a price or a manual rate. What two rules share counts for each.',
  'MostPerDay.rules.by': 'Which of its bounds that is; set with `value`.',
  'Forecast.currencies': 'Each currency of the latest snapshot, now and at the end.',
  'Forecast.flows': 'The movements that are expected; absent without `flows=mean`.',
  'Forecast.currencies.leaves':
    'What leaves in the range, decimal text; without what is stopped or waits. Null if not all runs of the rules of the currency were decided.',
  'Forecast.currencies.before': 'What can be withdrawn now, decimal text.',
  'Forecast.currencies.after':
    'The same at the end, decimal text; null if not all runs of the rules of the currency were decided.',
  'Forecast.currencies.expected':
    'What expected movements bring: signed decimal text; null if not all runs of the rules of the currency were decided.',
  stopped:
    'Set while a halt or a dry-run stops it: nothing leaves as long as that lasts. Amounts are those of a rule that is live.',
  'RuleForecast.schedule': 'When it falls, in words.',
  'RuleForecast.enabled': 'Whether the rule is switched on.',
  nextRuns: 'The next moments at which it falls, however far away; empty where it is disabled.',
  'RuleForecast.nextRuns.at': 'When it falls.',
  local: 'The same by the clock on the wall of its time zone.',
  'RuleForecast.decided': 'Occurrences that were decided.',
  'RuleForecast.sweeps':
    'How many of them something would leave by; null if not all runs of the range were decided.',
  'RuleForecast.amount':
    'What they would withdraw together, decimal text; null if not all runs of the range were decided.',
  'RuleForecast.waiting':
    'What waits for an approval and never leaves; only with `approvals` none.',
  'RuleForecast.waiting.runs': 'How many runs would wait, one after the expiry of another.',
  'RuleForecast.waiting.amount':
    'What the run that asks for the most would withdraw, decimal text: each asks for the same money.',
  'RuleForecast.waiting.value':
    'Its value in the reporting currency, at the prices of the latest snapshot, decimal text; absent without a price and a manual rate.',
  'RuleForecast.value':
    'The same in the reporting currency, at the prices of the latest snapshot, decimal text; null if not all runs of the range were decided.',
  'RuleForecast.unvalued':
    'How many sweeps have neither a price nor a manual rate, and are not in `value`; null if not all runs of the range were decided.',
  'RuleForecast.runs':
    'Of a schedule each occurrence, else the next snapshot and each that sweeps; at most 31.',
  'RuleForecast.runs.at': 'The snapshot that would decide it.',
  'RuleForecast.runs.outcome': 'Whether it would sweep.',
  'RuleForecast.runs.reason': 'Why it would not, as a code.',
  'RuleForecast.runs.value':
    'In the reporting currency, decimal text; absent without a price and a manual rate.',
  'RuleForecast.manualRate':
    'The manual rate in the values of the rule and of its runs; absent: none. It values what is shown: no limit and no approval goes by it.',
  'RuleForecast.withdrawalAccountIds':
    'Of a rule with a split: every account that it pays to, in the order of its parts. Absent otherwise.',
  'RuleForecast.into': 'Of a rule that converts: the currency that it converts into.',
  'RuleForecast.runs.parts': 'Of a rule with a split: what each account gets. Absent otherwise.',
  'RuleForecast.runs.cuts': 'Limits that make it smaller; absent where none does.',
  'ForecastOpen.state':
    'leaves: at once. sending: the same, and its outcome is not known yet. waits: for people or for its currency; its amount stays reserved.',
  'ForecastOpen.value':
    'In the reporting currency, decimal text; absent without a price and a manual rate.',
  'ForecastOpen.ruleId': 'Id of the sweep rule; absent where a person requested it.',
  'ForecastDay.day': 'The date, by the clock of the time zone.',
  'ForecastDay.decided':
    'How much of the day was decided: all of it, a part (what is known of it is in `leaving`), or none.',
  'ForecastDay.value':
    'What leaves on it, in the reporting currency, decimal text; without what is stopped or waits. Null if not all of the day was decided.',
  'ForecastDay.unvalued':
    'Currencies that leave on it and have neither a price nor a manual rate: not in `value`.',
  'ForecastDay.leaving': 'What leaves, by rule.',
  'ForecastDay.leaving.sweeps': 'How many sweeps.',
  'ForecastDay.leaving.withdrawalAccountId':
    'Where to; of a rule with a split, the account of its first part.',
  'ForecastDay.leaving.accounts':
    'Of a rule with a split: what each account gets of the amount. Absent otherwise.',
  'ForecastDay.leaving.value':
    'In the reporting currency, decimal text; absent without a price and a manual rate.',
  'ForecastDay.leaving.approvals': 'The most people that one of the sweeps needs.',
  'ForecastDay.leaving.waits': 'true: it waits for an approval, and does not leave.',
  'ForecastDay.expected': 'What is assumed to arrive, or to leave, at its beginning.',
  'ForecastDay.expected.amount': 'Signed decimal text: incoming amounts are positive.',
  'ExpectedFlows.from': 'The first of the days looked at.',
  'ExpectedFlows.to': 'The midnight before this moment.',
  'ExpectedFlows.days': 'How many whole days were looked at: 90, unless the books are too full.',
  'ExpectedFlows.complete': 'Whether that is 90.',
  'ExpectedFlows.classes': 'What each class moved, by currency.',
  'ExpectedFlows.classes.class': 'Label of the matching rule, or the kind that people named.',
  'ExpectedFlows.classes.kind': 'What the movements are.',
  matchingRule: 'Id of the matching rule; absent where people explained the movements.',
  'ExpectedFlows.classes.movements': 'How many movements.',
  'ExpectedFlows.classes.total': 'Their sum: signed decimal text, incoming amounts are positive.',
  meanPerDay:
    'Mean of a day over all days looked at, also those without a movement: signed decimal text, rounded half to even at 18 fraction digits.',
  leastPerDay: 'The sum of the day with the least: signed decimal text.',
  mostPerDay: 'The sum of the day with the most: signed decimal text.',
};
