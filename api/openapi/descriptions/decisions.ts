/** Decisions about rules, previews of drafts, problems, and the document itself. */
export const DECISIONS: Readonly<Record<string, string>> = {
  // Decisions.
  decision: 'What was decided about the rule, with every check.',
  'Decision.snapshot': 'Tick of the snapshot that it was decided on.',
  'Decision.instructionId': 'Id of the instruction of the sweep; absent where there is none.',
  'DecisionDecision*.outcome': 'Whether the rule sweeps.',
  'RuleDecision*.outcome': 'Whether the rule sweeps.',
  'DecisionDecisionSweep.amount': 'What is withdrawn: decimal text in units of the currency.',
  'RuleDecisionSweep.amount': 'What would be withdrawn: decimal text in units of the currency.',
  'DecisionDecisionSweep.trade': 'Of a rule that converts: the trade that does it.',
  'DecisionDecisionSweep.trade.price':
    'The worst price that it may be filled at: decimal text, quote currency per unit of base.',
  'DecisionDecisionSweep.trade.amount': 'Decimal text in units of the base currency.',
  'RuleDecisionSweep.trade': 'Of a rule that converts: the trade that would do it.',
  'RuleDecisionSweep.trade.price':
    'The worst price that it may be filled at: decimal text, quote currency per unit of base.',
  'RuleDecisionSweep.trade.amount': 'Decimal text in units of the base currency.',
  'DecisionDecisionNoSweep.reason':
    'Why the rule does not sweep: the first reason in the order of precedence.',
  'RuleDecisionNoSweep.reason':
    'Why the rule does not sweep: the first reason in the order of precedence.',
  wouldSweep:
    'With reason dry-run: what would have been withdrawn, decimal text in units of the currency.',
  needsApproval: 'Whether people have to approve it.',
  consumesOccurrence: 'Whether the decision uses the occurrence up: it is not looked at again.',
  missed: 'Occurrences that became too old before they were decided; absent where none did.',
  'missed.count': 'How many were counted: at most 100.',
  countedAll: 'Whether all of them were counted.',
  'missed.first': 'The first of them.',
  'missed.last': 'The last of them.',
  lastScheduled:
    'The last time of the schedule that the last occurrence stands for, if calendars have moved it there. Absent: the occurrence itself.',
  usedBefore:
    'Of a rule that changed after its last occurrence, or one of its calendars: times of the schedule up to this one were used up before, and are never carried out again. Absent: nothing has changed.',
  'RuleDecision*.parts':
    'Of a rule with a split: how the amount is divided, without parts of zero.',
  'DecisionDecision*.parts':
    'Of a rule with a split: how the amount is divided, without parts of zero.',
  'parts.part': 'The number of the part, from 1.',
  'parts.needsApproval': 'Whether it waits for an approval.',
  'parts.instructionId': 'Id of its instruction; absent if nothing is withdrawn.',
  'checks.limit': 'Name of the limit.',
  'checks.holds': 'Whether the limit is kept.',
  'checks.seen': 'What was found, with its unit where that is not the currency.',
  'checks.accepted': 'What the limit accepts, in the same unit.',
  'checks.value':
    'The number behind `seen`, if it is one: decimal text in units of the currency; seconds with balance-age and cooldown.',

  valued:
    'For a limit by value: the amount that it is at the prices of this decision. Absent: the limit is an amount.',
  'ValuedLimit.amount': 'The limit, decimal text in units of the currency.',
  'ValuedLimit.value': 'The limit as the rule states it, decimal text in the reporting currency.',
  'ValuedLimit.in': 'The reporting currency.',
  'ValuedLimit.price':
    'Reporting currency per unit, decimal text: the lower side for a floor, the higher side for a cap.',
  'ValuedLimit.path':
    'How the price was found: the reporting currency itself, an instrument as it is listed, or its inverse.',
  'ValuedLimit.instruments':
    'The instrument of the price, of both readings at a claim; empty for the reporting currency itself.',

  // Spans of decisions.
  'DecisionSpan.open': 'Whether it goes on; if so, its numbers are those of an hour ago at most.',
  lastSweepAt:
    'Of an open span: tick of the last run that decided to sweep by this rule; absent where none did since spans are recorded.',
  'DecisionSpan.ruleVersion':
    'Version of the rule in all of these runs; of a varying span, in the last.',
  'DecisionSpan.reason':
    'sweep, or why the rule did not sweep; varying: the reason changed too often on this day to be told apart.',
  'DecisionSpan.since': 'Tick of the first run of the whole span.',
  'DecisionSpan.from':
    'Tick of the first run of this piece: a span is cut at the end of a month of UTC.',
  'DecisionSpan.until': 'Tick of the last run of this piece.',
  'DecisionSpan.count': 'Runs in this piece.',
  'DecisionSpan.least':
    'The least number of each limit in these runs, by its name, as `value` of a check has it.',
  'DecisionSpan.most': 'The greatest number of each limit in these runs, by its name.',
  'DecisionSpan.reasons': 'Of a varying span: how many runs had each reason.',

  // Previews and backtests.
  'Preview.snapshot': 'The snapshot that the rules were tried on.',
  'Preview.snapshot.message': 'Which snapshot it is and how old, in one sentence.',
  'Preview.balances': 'Each currency before and after.',
  'Preview.balances.before': 'Balance before, decimal text in units of the currency.',
  'Preview.balances.after': 'Balance afterwards, decimal text in units of the currency.',
  swept: 'What each rule would withdraw.',
  valueBefore:
    'What `before` is worth in the reporting currency, decimal text; absent without a price and a manual rate.',
  valueAfter:
    'What `after` is worth in the reporting currency, decimal text; absent without a price and a manual rate.',
  'Preview.rules.manualRate':
    'The manual rate in the value; absent: none. It values what is shown: no limit and no approval goes by it.',
  'PreviewBody.rules':
    'Sweep rules as POST /v1/sweep-rules takes them; none where calendars alone are tried.',
  'BacktestBody.rules':
    'Sweep rules as POST /v1/sweep-rules takes them; none where calendars alone are tried.',
  'PreviewBody.calendars':
    'Calendars as POST /v1/calendars takes them, each in place of the one of its id, for the draft and for every rule that names it.',
  'BacktestBody.calendars':
    'Calendars as POST /v1/calendars takes them, each in place of the one of its id, for the draft and for every rule that names it.',
  scope:
    'replacing: the draft replaces current rules of the same id, others stay. alone: there are no others.',
  'PreviewBody.effect': 'Whether the answer also says what the last 30 days would have been.',
  assumeApproved: 'true: what needs an approval gets it at once. false: it never does.',
  addBackSweeps: 'Whether real sweeps of the range are given back to the recorded balances.',
  'BacktestBody.continuation':
    '`continuation` of the answer before; the rest of the body stays the same.',
  'Backtest.continuation':
    'Send it back for the rest of the range; absent where the range is complete.',
  until: 'How far the range was walked.',
  complete: 'Whether that is the whole range.',
  firstReading: 'The first snapshot in the range; absent where there is none.',
  'Backtest.currencies': 'Codes of the currencies of the draft and of the rules that it replaces.',
  'Backtest.balances':
    'What stood on both sides after each reading of this answer, thinned evenly, one entry for each currency; with a continuation the answers follow each other.',
  'Backtest.balances.points': 'Readings, oldest first; the last one is always among them.',
  'points.at': 'Tick of the snapshot.',
  'points.draft': 'Balance with the draft, decimal text in units of the currency.',
  'points.inForce': 'Balance with the current rules, decimal text in units of the currency.',
  'Preview.rules.change':
    'What proposing the draft would change about the current rule; present for the rules of the draft.',
  'DraftedChange.baseVersion': 'Version of the current rule; 0 where it is new.',
  'DraftedChange.widens':
    'Why a second person would decide: each sentence names one field that lets more leave. Empty: it acts at once.',
  draft: 'What the draft would have done.',
  inForce: 'What the current rules would have done.',
  difference: 'The draft less the current rules, by currency.',
  'difference.sweeps': 'How many sweeps more; negative: fewer.',
  'difference.total': 'How much more was withdrawn: signed decimal text in units of the currency.',
  'Backtest.message': 'The result, in one sentence for each currency.',
  assumptions: 'What the numbers rest on, in sentences.',
  'BacktestSide.currencies': 'What all rules of each currency did.',
  'BacktestSide.sweeps': 'The sweeps themselves.',
  'sweeps.first': 'The first of them.',
  'sweeps.first.at': 'Tick of the snapshot.',
  decisions: 'Snapshots on which the rule was decided.',
  'first.parts': 'Of a rule with a split: what each account gets, without parts of zero.',
  'BacktestSide.rules.approvals': 'How many of the sweeps needed an approval.',
  'BacktestSide.rules.unvalued':
    'How many sweeps had neither a price nor a manual rate, and are not in `value`.',
  'BacktestSide.rules.value':
    'What the sweeps were worth, each at its own moment, at manual rates where there was no price: decimal text in units of the reporting currency. No limit and no approval goes by it.',
  largest: 'Largest sweep, decimal text in units of the currency.',
  reasons: 'Why the rule did not sweep, most frequent first.',
  'reasons.name': 'The reason, as a code.',
  times: 'How often.',
  cuts: 'Which limits made sweeps smaller, most frequent first.',
  'cuts.name': 'Name of the limit.',
  lowest: 'The lowest balance that was left, and when; absent where no snapshot held the currency.',
  'lowest.at': 'Tick of the snapshot.',
  'MatchingBacktestBody.rules': 'Matching rules as POST /v1/matching-rules takes them.',
  'MatchingBacktest.until': 'How far it went: ask again from there for the rest.',
  'MatchingBacktest.differences': 'Movements of the range that no instruction accounts for.',
  'MatchingBacktest.doubtful':
    'Of those, the ones that a request, or a part of one, may account for: no rule explains them.',
  'MatchingBacktest.breaks': 'How many of them no matching rule explains.',
  'MatchingBacktest.breaks.before': 'By the rules in force.',
  'MatchingBacktest.breaks.after': 'With the draft.',
  'MatchingBacktest.rules': 'Each rule of the draft, over the whole range.',
  'MatchingBacktest.rules.currencies': 'What it explains, by currency.',
  'MatchingBacktest.rules.boundReached':
    'Movements that it expects, and that its bound or a taken occurrence leaves to people.',
  'MatchingBacktest.rules.kind': 'What the movements of the rule are.',
  'first.before.kind': 'What the movement is.',
  'first.after.kind': 'What the movement is.',
  'MatchingBacktest.totals': 'What the draft changes, by effect and currency.',
  'MatchingBacktest.takenOver': 'Movements that leave one rule for another.',
  'MatchingBacktest.takenOver.from': 'Id of the rule in force that explains them.',
  'MatchingBacktest.takenOver.to': 'Id of the rule that would.',
  'MatchingBacktest.movements': 'The movements that the draft concerns, oldest first.',
  'MatchingBacktest.message': 'The result, in one sentence for each currency.',
  'movements.first': 'The first of them.',
  'movements.first.breakId': 'Id of the break in the books.',
  'movements.first.amount': 'Signed decimal text in units of the currency.',
  'movements.first.recorded': 'State of the break in the books.',
  'movements.first.before': 'The class by the rules in force; null: a break.',
  'movements.first.after': 'The class with the draft; null: a break.',
  'totals.effect': 'What changes, as `effect` of each movement says it.',
  'movements.first.effect':
    'newly-matched: a break without the draft. taken-over: another rule explains it without the draft. no-longer-matched: a break with the draft alone.',
  inflow: 'Sum of what came in, decimal text in units of the currency.',
  outflow: 'Sum of what went out, without its sign, decimal text in units of the currency.',
  'ChangeEffect.currencies': 'What the change would have done, by currency.',
  'ChangeEffect.message': 'The same in sentences.',
  'currencies.before': 'With the current rules.',
  'currencies.after': 'With the changed rules.',

  // Problems.
  'Problem.type': 'urn:sluice:problem:CODE, a URI as RFC 9457 has it.',
  'Problem.code': 'The stable code; docs/problems.md lists all of them.',
  'Problem.title': 'What is wrong, in one line that is the same for every such problem.',
  'Problem.status': 'The HTTP status.',
  detail: 'What is particular about this one.',
  'Problem.fields': 'The fields that were not accepted.',
  'fields.field': 'Name of the header, parameter or field; dots between the levels.',
  pointer: 'JSON Pointer (RFC 6901) into the body or the query.',
  'fields.seen': 'What was found.',
  'fields.accepted': 'What is accepted.',
  'fields.code': 'What is wrong with the field, where that has a code of its own.',
  'Problem.requestId': 'Quote it when you ask about the request.',

  'GatewayMessage.message': 'What API Gateway says before any function is asked.',
  openapi: 'Version of OpenAPI that the document is written in.',
};
