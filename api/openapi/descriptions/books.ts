/** A movement of a flow, and of a statement as it was frozen or as it is known now. */
const MOVEMENT = {
  kind: 'What moved the balance.',
  at: 'When it was recorded as executed, or first seen.',
  amount: 'Signed decimal text in units of the currency: what came in is positive.',
  askedBy: 'The person or program that asked for it; null where neither did.',
  approvedBy: 'The people who approved it.',
  description: 'What a person says about it; the label of the account of a withdrawal.',
  reference:
    "The caller's own word for the request, such as an invoice number; absent where there is none.",
  withdrawalAccountId:
    'Of a withdrawal: the registered account that it went to; absent of anything else.',
  fill: 'Of a trade that says what was executed, with the first movement that shows it: how it was filled.',
  instructionId: 'Id of the instruction; null where none accounts for it.',
};

/** The same in a statement, which knows what it was worth and what a person said. */
const STATED_MOVEMENT = {
  ...MOVEMENT,
  explanation: 'What a person or a matching rule explained it as; absent otherwise.',
  value: 'Signed worth in the reporting currency, decimal text; null without a price.',
};

/** Snapshots, prices, reports, flows, breaks, statements and exports. */
export const BOOKS: Readonly<Record<string, string>> = {
  // Snapshots.
  'Snapshot*.kind': 'Taken, or missed where the balances could not be read.',
  missedAt: 'When reading the balances was given up.',
  'SnapshotMissed.code': 'Why the balances could not be read, as a code.',
  'SnapshotMissed.reason': 'Why the balances could not be read, in one sentence.',
  'SnapshotTaken.balances': 'Balances by currency, of those that the answer states.',
  notStated:
    'Currencies that an earlier answer stated and this one leaves out, and those that cannot be read in it: what is held of them is not known, and is never zero. Absent where there are none.',
  notCompared:
    'A sentence: why it is not known whether the answer leaves out a currency that is held. Then `total` is null. Absent where it was compared with the last snapshot.',
  countedAsZero:
    'Currencies that the answer leaves out, and that count as zero since the controls say that the service omits balances of zero. Absent where there are none.',
  zerosSeen: 'What the service was seen to do with balances of zero; absent where nothing was.',
  'zerosSeen.stated': 'The last answer that stated a balance of zero.',
  'zerosSeen.leftOut': 'The last answer that left out a currency that the one before had stated.',
  'zerosSeen.stated.currency': 'The currency.',
  'zerosSeen.leftOut.currency': 'The currency.',
  'NotStatedBalance*.reading':
    'not-listed: the answer leaves the currency out. unreadable: it names the currency, and its balance cannot be read.',
  'NotStatedBalance*.since': 'When the first of the answers that do not state it had arrived.',
  'NotStatedBalance*.readings':
    'Answers in a row without it, of those in which others that are held were stated.',
  'NotStatedBalance*.why': 'Why it cannot be read: a code, with what the answer has there.',
  'NotStatedBalanceUnreadableWhy*.code': 'What is wrong with it.',
  'NotStatedBalanceUnreadableWhy*.field':
    'The name under which the amount stands; absent where it stands alone.',
  'NotStatedBalanceUnreadableWhy*.found': 'What stands in its place: `null`, or a type of JSON.',
  'NotStatedBalanceUnreadableWhy*.names': 'The names under which an amount is looked for.',
  'NotStatedBalanceUnreadableWhy*.spellings': 'The names that differ by case alone.',
  'NotStatedBalanceUnreadableWhy*.available': 'What the answer says is available, decimal text.',
  'NotStatedBalanceUnreadableWhy*.held': 'What the answer says is held back, decimal text.',
  'NotStatedBalanceUnreadableWhy*.total': 'What the answer says there is in total, decimal text.',
  'NotStatedBalance*.last': 'What an answer stated last; absent where none ever did.',
  'last.total': 'Balance, decimal text in units of the currency.',
  'last.readAt': 'When that answer had arrived.',
  'last.tick': 'Tick of its snapshot.',
  apart:
    'Values of currencies that the answer does not state, of their last balances at the prices of now, or of the snapshot. They are in no total. Absent where there are none.',
  'balances.total': 'Balance, decimal text in units of the currency.',
  available:
    'What of the balance can be withdrawn: decimal text in units of the currency. Absent where the service does not say.',
  'SnapshotTaken.prices': 'Prices by instrument; empty where they could not be read.',
  pricesMissing: 'Why there are no prices, and so no values.',
  pricesDropped: 'Entries of the answer that are no prices.',
  'pricesDropped.problem': 'What is wrong with the entry.',
  pricesDoubted:
    'Prices that are far from what their two currencies are worth: they value nothing until three readings agree.',
  'pricesDoubted.from':
    'The mid price that the last values of both currencies make: decimal text, quote currency per unit of base.',
  'pricesDoubted.readings': 'Readings at the new level so far.',
  unitValues:
    'What each currency is worth by what readings so far agree on: tiers, limits by value, floors and trades rest on nothing else. Absent: nothing is known.',
  'unitValues.last':
    'The last value of a unit that was believed: decimal text in units of the reporting currency. Absent: none has been.',
  'unitValues.level': 'Values of the latest readings that are not believed yet.',
  'level.low':
    'The lowest value that agrees so far: decimal text in units of the reporting currency.',
  'level.high':
    'The highest value that agrees so far: decimal text in units of the reporting currency.',
  'level.readings': 'Readings that agree so far; three are needed.',
  'unitValues.crossed':
    'The same over a third currency: it permits nothing unless the controls say so.',
  'crossed.last':
    'The last value of a unit that was believed: decimal text in units of the reporting currency. Absent: none has been.',
  'crossed.level': 'Values of the latest readings that are not believed yet.',
  'unitValues.path': 'The path by which this reading shows a value that is believed; absent: none.',
  valuation: 'What the balances were worth.',
  'valuation.total':
    'Value of everything, decimal text in units of the reporting currency; null while a held currency is not stated or has no price.',
  partialTotal:
    'Sum of what is stated and has a price, decimal text in units of the reporting currency; present where `total` is null.',
  rawBalances: 'The answer with the balances as it came, cut to a length.',
  rawBalancesDigest: 'SHA-256 of the whole answer, 64 hexadecimal characters.',
  inputs: 'Where balances and prices came from.',
  'inputs.balances': 'The answer with the balances.',
  'inputs.prices': 'The answer with the prices; absent where there was none.',
  source: 'Host and path that were read.',
  beside:
    'Names in the answer that were taken for no entries, such as time or id, each quoted. Absent where there are none.',
  ageMs: 'Age in milliseconds when the snapshot was put together.',

  // Prices and balances of this moment.
  'Balances.total':
    'Value of everything, decimal text in units of the reporting currency; null while a held currency is not stated or has no price, or the answer was not compared.',
  'Balances.balances': 'Balances by currency.',
  pricesReadAt: 'When the answer with the prices had arrived.',
  'Prices.prices': 'Prices by instrument.',
  mid: 'Middle of bid and ask: decimal text, quote currency per unit of base. Absent where bid and ask cannot both be right.',
  'Prices.values': 'What one unit of each currency is worth, by currency.',

  // Reports over time.
  period: 'Name of the period in the time zone, such as "2026-03-29".',
  'BalancePeriod.open':
    'Balance at the first snapshot of the period: decimal text in units of the currency.',
  'BalancePeriod.close':
    'Balance at the last snapshot of the period: decimal text in units of the currency.',
  'BalancePeriod.low': 'Lowest balance of the period: decimal text in units of the currency.',
  'BalancePeriod.high': 'Highest balance of the period: decimal text in units of the currency.',
  'TotalPeriod.open':
    'Total at the first snapshot with one: decimal text in units of the reporting currency. Null where none is known.',
  'TotalPeriod.close':
    'Total at the last snapshot with one: decimal text in units of the reporting currency. Null where none is known.',
  'TotalPeriod.low':
    'Lowest total: decimal text in units of the reporting currency. Null where none is known.',
  'TotalPeriod.high':
    'Highest total: decimal text in units of the reporting currency. Null where none is known.',
  'BalancePeriod.value':
    'What `close` is worth in the reporting currency, decimal text; null without a price.',
  'TotalPoint.value':
    'Value of everything, decimal text in units of the reporting currency; null while a held currency has no price.',
  manualRates: 'The manual rates in the values, each in the version that was used; absent: none.',
  manualRate: 'The manual rate in the price; absent: none.',
  refusedRates:
    'Manual rates that would have valued something, and are not used: they are not what Sluice wrote. Absent: none.',
  'RefusedManualRate.id': 'Id of the manual rate.',
  'RefusedManualRate.version': 'The version that stands in the ledger.',
  'RefusedManualRate.in': 'Code of the currency that the rate is in.',
  'RefusedManualRate.why':
    'The verdict on its seal; "replaced": a later version is on record; "seal-unknown": its seal cannot be verified now.',
  'refusedRates.id': 'Id of the manual rate.',
  'refusedRates.version': 'The version that stands in the ledger.',
  'refusedRates.in': 'Code of the currency that the rate is in.',
  'refusedRates.why':
    'The verdict on its seal; "replaced": a later version is on record; "seal-unknown": its seal cannot be verified now.',
  unvaluedBecause:
    'Why there is no value: the snapshot has no prices; the price was not believed; neither a path of prices nor a manual rate; only a manual rate that is not what Sluice wrote; the value is not believed; the snapshot is gone; the answer does not state what is held of it.',
  valuedBy: 'How the value came about. With `in` alone.',
  'valuedBy.path': 'The path of prices behind the value; "manual" with a manual rate in it.',
  'valuedBy.price': 'Of one unit, in the currency of the values: decimal text.',
  snapshotKept:
    'Whether the snapshot behind the row is still kept; without it there are no values. With `in` alone.',
  recordedIn: 'Set where values are in another currency than they were recorded in.',
  'recordedIn.digest': 'Digest of the statement as it was frozen; null where it is not.',
  'manualRate.id': 'Id of the manual rate.',
  'manualRate.in': 'Code of the currency that the rate is in.',
  'manualRate.rate': 'Units of `in` for one unit of the currency: decimal text.',
  'manualRates.id': 'Id of the manual rate.',
  'manualRates.in': 'Code of the currency that the rate is in.',
  'manualRates.rate': 'Units of `in` for one unit of the currency: decimal text.',
  'UsedManualRate.id': 'Id of the manual rate.',
  'UsedManualRate.version': 'Its version.',
  'UsedManualRate.in': 'Code of the currency that the rate is in.',
  'UsedManualRate.rate': 'Units of `in` for one unit of the currency: decimal text.',
  partialValue:
    'Sum of what has a price, decimal text in units of the reporting currency; present where `value` is null.',
  partialSnapshots: 'Snapshots without a total; none of the amounts is of them.',
  'BalancePoint.at': 'When the balance was read.',
  'TotalPoint.at': 'When the balances were read.',

  // Flows and breaks.
  sinceSnapshot: 'Tick of the snapshot before.',
  sinceReadAt: 'When the balances of the snapshot before were read.',
  'Flow.opening': 'Balance of the snapshot before: decimal text in units of the currency.',
  'Flow.closing': 'Balance of this snapshot: decimal text in units of the currency.',
  'Flow.movements': 'What instructions did to the balance.',
  ...below(['movements'], MOVEMENT),
  ...below(['StatementLine', 'RestatedMovement'], STATED_MOVEMENT),
  inFlight: 'Present while the outcome is not known and the balances show it already.',
  'Flow.unexplained': 'What nothing accounts for: signed decimal text in units of the currency.',
  difference: 'The break that the unexplained amount is; absent where it is none.',
  'difference.breakId': 'Id of the break.',
  'difference.by': 'The person or the matching rule that explained it.',
  'difference.kind': 'What it was.',
  'difference.comment': 'What a person wrote; of a matching rule, its class and version.',
  class: 'Label of the matching rule that explained it; absent where a person did.',
  'explanation.ruleId': 'Id of the matching rule that explained it; absent where a person did.',
  'BreakStatusMatched.match': 'The matching rule that explained it.',
  'match.ruleId': 'Id of the matching rule.',
  'match.label': 'Name of the class, as it was.',
  'match.kind': 'What it was.',
  counted: 'What was counted towards the bound of a day; absent where there is none.',
  'counted.unit': 'Currency of the counted amount.',
  'counted.at': 'When the balance was read.',
  'match.occurrence': 'The occurrence of the schedule that it was; absent where there is none.',
  'Break.id': 'Id of the break: the tick and the currency.',
  direction: 'Whether money came in, went out, or did not show.',
  'Break.amount': 'Signed decimal text in units of the currency: what came in is positive.',
  'Break.found': 'How it came about: the numbers of its message.',
  'BreakOrigin*.code': 'Whether a balance moved unexplained, or a confirmed amount shows nowhere.',
  'BreakOriginUnexplained.from': 'When the earlier balance was read.',
  'BreakOriginUnexplained.to': 'When the later balance was read.',
  'BreakOriginUnexplained.opening': 'The earlier balance: decimal text in units of the currency.',
  'BreakOriginUnexplained.closing': 'The later balance: decimal text in units of the currency.',
  'BreakOriginUnexplained.movements': 'What instructions account for in between.',
  'BreakOriginUnexplained.movements.amount':
    'Signed decimal text in units of the currency: what came in is positive.',
  'BreakOriginUnexplained.amount':
    'What is left unexplained: signed decimal text in units of the currency.',
  'BreakOriginUnbooked.amount': 'What no balance shows: decimal text in units of the currency.',
  'BreakOriginUnbooked.since': 'When the oldest of it was claimed.',
  'Break.history.fact': 'What happened, as a code with what it needs: its message says it.',
  'BreakFact*.code': 'What happened to the break.',
  'BreakFact*.found': 'How it came about, as it was seen then.',
  'BreakFactAmountChanged.was': 'The amount before: signed decimal text in units of the currency.',
  'BreakFactTakenOver.breakId': 'Id of the break that was explained.',
  'BreakFact*.by': 'Who explained it.',
  'BreakFact*.kind': 'What it was called.',
  'BreakFact*.comment': 'What a person wrote.',
  'BreakFactMatched.label': 'Name of the matching rule.',
  'BreakFactMatched.ruleId': 'Id of the matching rule.',
  'BreakFactMatched.version': 'Version of the matching rule.',
  'BreakFactAccountedFor.how': 'Whether people settled an outcome, or records came late.',
  'BreakFactAccountedFor.instructionIds': 'Ids of the instructions that account for it.',
  'Break.message': 'How the amount was worked out, with the numbers.',
  severity: 'An alarm where money went out without Sluice, or did not go that Sluice sent.',
  mayBe: 'Ids of instructions that would account for it, to the last digit.',
  filter: 'Breaks of one state; everything that is named must hold.',
  'filter.direction': 'Only what came in, or only what went out.',
  'filter.from': 'First tick of the snapshots that show them.',
  'filter.to': 'End of the ticks, itself not included.',
  'filter.minimum': 'Smallest amount, without its sign: decimal text.',
  'filter.maximum': 'Largest amount, without its sign: decimal text.',
  ids: 'Ids of breaks, in place of a filter.',
  more: 'Whether there are more breaks than one call takes.',
  'DecidedBreaks.items': 'What became of each break; each is written by itself, or not at all.',
  'DecidedBreaks*.result': 'What became of the break.',
  'DecidedBreaks*.id': 'Id of the break.',
  'DecidedBreaks*.currentVersion':
    'The version that the break has by now; absent where it is not known.',
  'DecidedBreaks*.code': 'Code of the problem: why it was refused.',
  'filter.text':
    'Part of an id, of how the break came about, or of what was said of it, in any case.',
  'filter.matchingRule':
    'Id of a matching rule: only the breaks that it expects, whenever they were opened; its bounds of 24 hours do not count here.',
  'BreakSetExplanation.kind': 'What the breaks were.',
  doubted:
    'Present once the outcome of a request that may account for it was not known: no matching rule explains it.',
  takenForWhole:
    'Of a rise: outgoing requests placed whole in its interval by the balances alone. While it is open, it may be their part that shows later: no matching rule explains it, nor a fall of its currency.',
  openedAt: 'When it was found.',
  'Break.history.by': 'Who did it: a person, a program, or Sluice itself.',
  'BreakStatus*.at': 'When it came into this state.',
  'BreakStatusClosed.how': 'Whether people closed it, or what became known later.',
  'BreakStatus*.explanation': 'What a person called it.',
  'BreakStatusClosed.instructionIds': 'Ids of the instructions that account for it.',
  'explanation.kind': 'What a person or a matching rule called it.',
  'BreakExplanation.kind': 'What the break was.',

  // Statements.
  partsBefore:
    'Of an instruction that is booked in parts: how many of them the statement before shows in the same month of UTC, where it shows any. Its reference counts on from them.',
  'StatementOfMonth.statement.basis': 'What the statement rests on.',
  'StatementOfMonth.state':
    'open: the month is not over. closing: it waits for late bookings. frozen: it is final. unfrozen: it could not be frozen.',
  freezesAt: 'When the month is frozen; null where it is, or no longer can be.',
  later: 'What is known better than when the month was frozen, by currency.',
  'later.frozen': 'How many movements were frozen and are known otherwise now.',
  'later.now': 'How many movements are known now and were frozen otherwise.',
  'later.message': 'What is known better, in one sentence.',
  statement: 'The statement itself.',
  month: 'The month, as YYYY-MM.',
  'statement.from': 'Start of the month.',
  'statement.to': 'End of the month, itself not included.',
  'statement.currencies': 'One entry for each currency.',
  'currencies.opening': 'Balance at the start of the month.',
  'currencies.closing': 'Balance at the end of the month.',
  'currencies.movements':
    'What changed the balance in between; `/v1/reports/statement/lines` has each of them.',
  'movements.count': 'How many there are.',
  'currencies.movements.amount': 'What they come to: signed decimal text in units of the currency.',
  'currencies.movements.value':
    'What they come to: signed decimal text in units of the reporting currency. What has no value counts as nothing.',
  'StatementLine.kind':
    'opening and closing: a balance at the end of the month. withdrawal, trade, inflow, outflow, unexplained: a movement. Any other: what makes the values add up, without an amount.',
  'StatementLine.balance':
    'Balance after the line: decimal text in units of the currency; null where the line moves none.',
  'RestatedMovement.known': 'frozen: as it was frozen. now: as it is known now, in its place.',
  'currencies.revaluation':
    'What prices did to the value: decimal text in units of the reporting currency. Null where a value is not known.',
  'currencies.reconciling':
    'What makes the values add up where one of them is not known; absent where all are. A value that is not known counts as nothing.',
  'reconciling.kind':
    'enters-valuation: no price at the opening, one at the closing. leaves-valuation: the reverse. outside-valuation: none at either. movements-without-price: both balances have one.',
  'reconciling.value': 'Signed decimal text in units of the reporting currency.',
  'opening.amount': 'Balance, decimal text in units of the currency.',
  'closing.amount': 'Balance, decimal text in units of the currency.',
  'fill.base': 'What was executed: decimal text in units of the first currency, without fees.',
  'fill.quote':
    'What it was executed for: decimal text in units of the second currency, without fees.',
  'fill.price': 'Price of what was executed: decimal text, quote currency per unit of base.',
  'fill.decidedPrice':
    'Of a trade of a rule: the bid or ask when it was decided; else the price that was asked for. Decimal text, quote currency per unit of base.',
  'fill.slippage':
    'What the fill is worse by, decimal text in units of the quote currency; less than zero where it is better.',
  'fill.slippagePercent': 'The slippage in percent of the decided price: decimal text.',
  'fill.fees': 'Fees that the service names; absent where it names none.',
  'statement.fills':
    'What the trades of the month were filled at, by instrument and side: each counts in the month that first shows its base currency. Absent where there are none.',
  'fills.trades': 'Number of trades.',
  'fills.base': 'Sum of what was executed: decimal text in units of the first currency.',
  'fills.quote': 'Sum of what it was executed for: decimal text in units of the second currency.',
  'fills.slippage':
    'Sum of the slippage: decimal text in units of the quote currency, less than zero where the fills were better than decided.',
  'fills.fees': 'Sums of the named fees, by currency.',
  'fills.withoutFees': 'Trades whose fees the service does not name: they may have had some.',
  'basis.opening':
    'The last month before that has a statement. frozen-closing: its closing as it is frozen. unfrozen-closing: its closing as it follows today: it is not frozen, so the opening may still change. first-reading: nothing is on record before, so no balance of the first moment is known.',
  'basis.first': 'The reading behind the opening.',
  'basis.last': 'The reading behind the closing.',
  'first.secondsBefore':
    'Seconds from the reading to the start of the month; less than zero: it was read after it.',
  'last.secondsBefore': 'Seconds from the reading to the end of the month.',
  'basis.readings': 'Snapshots of the month; absent where their schedule is not known.',
  'readings.expected': 'Snapshots of the month by the schedule.',
  'readings.taken': 'Snapshots that were taken.',
  'basis.notBooked':
    'Instructions that were confirmed before the last reading, and are not in its balances.',
  'basis.unknown': 'Instructions of unknown outcome that were claimed before the last reading.',
  totals:
    'Sums of all currencies: opening + movements + revaluation + reconciling = closing. `unvalued` names the currencies of which something has no value, and counts as nothing.',
  'totals.reconciling':
    'What entered or left valuation, or moved without a price: decimal text in units of the reporting currency.',
  'totals.opening':
    'Value at the start of the month: decimal text in units of the reporting currency.',
  'totals.movements': 'Value of the movements: decimal text in units of the reporting currency.',
  'totals.revaluation': 'What prices did: decimal text in units of the reporting currency.',
  'totals.closing':
    'Value at the end of the month: decimal text in units of the reporting currency.',
  'statement.digest':
    'SHA-256 of the statement, 64 hexadecimal characters; null until it is frozen.',
  frozenAt: 'When it was frozen; null until then.',

  // Full exports.
  'Export*.id': 'Id of the export: the moment of the request, and chance.',
  'Export*.state': 'Whether the file is still being written.',
  'ExportWriting.bytes': 'Size so far, in bytes.',
  'Export*.expiresAt': 'The file is stored until then, as an ISO 8601 instant in UTC.',
  'ListedExport.id': 'Id of the export: the moment of the request, and chance.',
  'ListedExport.report': 'The report, as its path: "/v1/reports/flows".',
  'ListedExport.query': 'The parameters that chose its rows.',
  'ListedExport.format': 'Format of the file.',
  'ListedExport.requestedAt': 'When it was asked for.',
  'ListedExport.expiresAt': 'The file is stored until then.',
  'ListedExport.state':
    'writing: ask again. written: its own address has the file. failed: `failure` says why.',
  'ListedExport.bytes': 'Size so far, in bytes.',
  'ListedExport.failure': 'Why there is no file; absent unless it failed.',
  'failure.code': 'The problem, as a request for the export answers with it.',
  'failure.message': 'What went wrong, in a sentence.',
  'ExportList.more': 'Whether the caller asked for more than these in the last 7 days.',
  sha256: 'SHA-256 of the file, 64 hexadecimal characters.',
  fileName: 'Name of the file.',
  address: 'Where to fetch the file, without a token, until `addressExpiresAt`.',
  addressExpiresAt:
    'End of the address, as an ISO 8601 instant in UTC: repeat the request for another.',
  generatedAt: 'When the report was made, as an ISO 8601 instant in UTC.',
  'FullReport.name': 'Name of the report.',
  'parts.name': 'Name of the part, as the query parameter `part` has it.',
  columns: 'The columns, in their order.',
  'columns.key': 'Name of the column in the rows.',
  'columns.type':
    'What the column holds: text, instant (ISO 8601 in UTC), date, amount, value or integer.',
  rows: 'The rows: each has its cells by key of the column.',
};

function below(
  parents: readonly string[],
  descriptions: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parents.flatMap((parent) =>
      Object.entries(descriptions).map(([name, text]) => [`${parent}.${name}`, text]),
    ),
  );
}
