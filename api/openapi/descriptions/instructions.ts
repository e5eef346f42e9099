/** Withdrawals, trades, their outcomes, and the lanes that they pass. */
export const INSTRUCTIONS: Readonly<Record<string, string>> = {
  'Evidence.notStated':
    'The last reading since the claim, if it does not state each of the currencies: it is no evidence. Absent otherwise.',
  'Evidence.notStated.currencies': 'Those that it does not state.',
  'Evidence.notStated.afterQuarantine': 'Whether it was read after the quarantine.',
  // The instruction.
  'Instruction.id': 'Id of the instruction: the kind and what it comes from.',
  'Instruction.origin': 'Where it comes from: a sweep of a rule, or a request.',
  'Instruction.content': 'What is asked for. It never changes.',
  'Instruction.destination':
    'Of a withdrawal: the registered account as it was when this was decided.',
  'Instruction.createdAt': 'When it was written down.',
  'Instruction.value':
    'What a withdrawal was worth when it was written down; absent without a price.',
  priceOfLimits:
    'The price that the limits by value of its rule were turned with; at the claim it permits no more. Absent: no limit was a value, or the value was in units of the currency.',
  'priceOfLimits.price': 'The middle, decimal text in units of the reporting currency.',
  'priceOfLimits.low':
    'What floors were turned at: decimal text in units of the reporting currency.',
  'priceOfLimits.high':
    'What caps were turned at: decimal text in units of the reporting currency.',
  'priceOfLimits.path': 'By the instrument of both currencies, its inverse, or over a third one.',
  'priceOfLimits.instruments': 'The instruments of the price.',
  'priceOfLimits.readAt': 'When it was read.',
  'Instruction.value.amount': 'Decimal text in units of the currency beside it.',
  'Instruction.conversion':
    'Of a trade that a rule decided: what it gives away, and the prices it was decided at. The price of the content is the worst that it may be filled at.',
  'Instruction.conversion.amount':
    'What is given away at most: decimal text in units of `currency`.',
  'Instruction.conversion.into': 'The currency that it is turned into.',
  'Instruction.sentPrice':
    'Of a trade that a rule decided: the limit price as it was sent, decimal text, quote currency per unit of base. Absent until then.',
  'Instruction.execution':
    'Of a confirmed trade whose fills say what was executed: its price beside the one that it was decided at.',
  'execution.price':
    'Price of the fill without fees, decimal text, quote currency per unit of base.',
  'execution.decidedPrice':
    'Price that it was decided at, decimal text, quote currency per unit of base: the bid or ask of the snapshot for a trade of a rule, else the price that was asked for.',
  'execution.slippagePercent':
    'How much worse the fill is than the decided price, in percent, signed decimal text; less than 0: better.',
  'execution.slippage':
    'How much worse the whole fill is, signed decimal text in units of the quote currency; less than 0: better.',
  'execution.fees': 'Fees that the service names; absent where it names none.',
  'Instruction.status': 'What has become of it, with what belongs to that state.',
  'Instruction.history': 'Its states, oldest first.',
  'Instruction.history.state': 'The state that it came into.',
  'Instruction.history.message': 'What happened, in one sentence.',
  'Instruction.history.by':
    'Who approved it, the rule or the limit where none had to; or who said what became of it.',
  'Instruction.history.comment': 'What the person wrote who asked for it.',
  'Instruction.history.missed': 'The occurrence of a rule that it makes up for.',
  'history.missed.ruleId': 'Id of the rule.',
  'history.missed.occurrence': 'When the rule had to run.',
  'Instruction.evidence': 'What later balances say while the outcome is not known.',
  'Instruction.settlement': 'What the first of two people says became of it.',
  'Instruction.lapsed':
    'The last statement about its outcome, where it no longer holds: the balances moved since.',
  'lapsed.by': 'Whose statement it was.',
  'lapsed.at': 'When it was found.',
  'lapsed.message': 'Why it no longer holds, in one sentence.',
  'Instruction.concluded': 'What two people concluded about the part that no balance showed.',
  'Instruction.concluded.amount': 'That part, decimal text in units of the currency.',
  'Instruction.concluded.by': 'The two people, by name.',
  'Instruction.concluded.outcome': 'Booked by the service, or not executed.',
  contentDigest: 'Fingerprint of the content: an approval names it. Present while one is awaited.',
  details: 'Address and other details of the account, as the network needs them.',
  'destination.details': 'Address and other details that people recognise the account by.',

  // Its origin, and its content.
  'InstructionOrigin*.kind': 'A sweep of a rule, or a request of a person or program.',
  'InstructionOriginSweep.snapshot': 'Tick of the snapshot that it was decided on.',
  'InstructionOriginSweep.split':
    'Of a rule with a split: which part of the run it is, and the parts beside it.',
  'InstructionOriginSweep.split.part': 'Its number, from 1: "part 2 of 3".',
  'InstructionOriginSweep.split.of':
    'How many parts the rule has; those of zero have no instruction.',
  'InstructionOriginSweep.split.total':
    'The whole amount that the rule decided: decimal text in units of the currency.',
  'InstructionOriginSweep.split.parts': 'Every part of the run that has an instruction.',
  'split.parts.part': 'The number of the part, from 1.',
  idempotencyKey: 'The Idempotency-Key of the request.',
  fingerprint:
    'SHA-256 over the body, 64 hexadecimal characters: tells a repetition from another request.',
  requestedBy: 'The person or program that asked for it.',
  'InstructionContent*.kind': 'A withdrawal or a trade.',
  accountLabel: 'Name of the account when this was decided.',
  reference:
    "The requester's own name of it, such as an invoice number. Lists are searched by it; the service never gets it.",
  metadata:
    "Texts by name for the requester's own systems: 20 at most, names of 40 characters, values of 200. The service never gets them.",
  side: 'Whether the base currency is bought or sold.',
  'InstructionContentTrade.price': 'Limit: decimal text, quote currency per unit of base.',
  'InstructionContentTrade.amount': 'Decimal text in units of the base currency.',

  // States.
  'InstructionStatus*.state': 'The state; the other fields belong to it.',
  'InstructionStatus*.at': 'When it came into this state.',
  'InstructionStatusAwaitingApproval.expiresAt': 'Without an approval by then it expires.',
  approvalsRequired: 'People who have to approve; absent: one.',
  approvals: 'The approvals so far, of different people.',
  'approvals.at': 'When the person approved it.',
  'approvals.by': 'The person who approved it.',
  'InstructionStatusApproved.by': 'Who approved it last; the rule or the limit where none had to.',
  'InstructionStatusCancelled.reason': 'Why it was cancelled, as a code.',
  'InstructionStatusReleased.by':
    'The two people who settled it; "evidence" alone where the balances did.',
  'InstructionStatusRejected.status': 'The HTTP status of the service.',
  'InstructionStatus*.evidence': 'What the service answered: cut to a length, without secrets.',
  cause: 'What exactly happened, as a code.',
  tradeId: 'Id of the trade at the service, where its answer had one.',
  withdrawalIds:
    'Ids of withdrawals in the answer of the service that are known to no other instruction.',

  // The service's confirmation.
  confirmation: 'What the service, two people or the balances confirmed.',
  'InstructionStatusConfirmedConfirmation*.kind':
    'Who confirmed it: the service, two people, or the balances.',
  'InstructionStatusConfirmedConfirmationSettled.by': 'The two people, by name.',
  'InstructionStatusConfirmedConfirmationEvidence.comment':
    'Which explanation alone fits the balances.',
  trade: 'The trade as the service answered it.',
  answer: 'The answer of the service as it came, cut to a length.',
  'trade.id': 'Id of the trade at the service.',
  'trade.state': 'State of the trade, as the service names it.',
  fills: 'Partial executions, as the service answered them.',
  'trade.executed': 'What the fills add up to, without fees; absent where they do not say.',
  base: 'Decimal text in units of the base currency.',
  quote: 'Decimal text in units of the quote currency.',
  fees: 'Fees of the trade, where the service names them.',
  'fees.amount': 'Fee, decimal text in units of the currency.',
  'InstructionStatusConfirmedConfirmationWithdrawal.destination':
    'What the answer states of the destination, held against the registered account.',
  taken:
    'What left the balance where the service cuts amounts: decimal text. Absent: what was asked for.',
  'destination.isNamed':
    'Whether the answer states everything that tells the registered destination from others, and as it is registered.',
  'destination.stated':
    'Paths of the registered destination that the answer states as they are registered.',
  'destination.notStated': 'Paths of the registered destination that the answer does not state.',
  'destination.says':
    'What the answer says of the destination: later answers may not contradict it.',
  'says.network': 'The network, as the service names it.',
  'says.details': 'Text by path, such as `beneficiary.address`.',
  withdrawals: 'The withdrawals as the service answered them.',
  'withdrawals.id': 'Id of the withdrawal at the service.',
  'withdrawals.createdAt':
    'When the service took the withdrawal in, in the words of the service; absent where it does not say.',
  processedAt: 'When the service processed the withdrawal, in the words of the service.',
  venue: 'Where the service executed the withdrawal.',

  // The claim.
  claim: 'What was written down before the request was sent.',
  claimedAt: 'When the request was claimed for sending.',
  firstPayment: 'What it counts against the first-payment maximum of its account.',
  'firstPayment.of': 'Digest of the destination, as it is registered.',
  sendBy: 'Sending begins before this moment or not at all.',
  balanceBefore: 'Balance read before the claim, decimal text in units of the currency.',
  quoteBalanceBefore:
    'Of a trade: balance of the quote currency read before the claim, decimal text in units of it.',
  quoteOutgoing:
    'Of a trade that buys: at most this leaves the balance of the quote currency, decimal text in units of it.',
  outgoing:
    'At most this leaves the balance: decimal text in units of the currency. Absent: nothing does.',
  'claim.fee': 'Largest fee beside it, decimal text in units of the currency; absent: none.',
  debits: 'What the claim took from each limit that counts it; absent where none does.',
  'debits.counter': 'The counter that it was taken from.',
  'debits.counter.kind':
    'What counts it: the budgets of a rule, the limits of an account, and others.',
  'debits.counter.of':
    'The rule, account, counterparty or person that it counts for; empty: everybody.',
  'debits.counter.unit': 'Currency of the amount.',
  'debits.part': 'The part of a divided sweep; absent if it is not divided.',
  'debits.part.number': 'The number of the part, from 1.',
  outflowVersion:
    'Version of what floors and limits over several currencies count, as the claim wrote it.',

  // Evidence.
  'Evidence.digest':
    'Fingerprint, 16 hexadecimal characters: the same as long as the evidence says the same.',
  readings: 'How many readings are kept in `points`.',
  explains: 'Which answers explain every reading, to the last digit, in every currency concerned.',
  'explains.executed': 'Whether "executed" does.',
  'explains.notExecuted': 'Whether "not executed" does.',
  points: 'The balances read since the claim, oldest first. Present with `expand=evidence`.',
  'points.balances': 'Totals by currency, decimal text in units of the currency.',
  'points.message': 'What this reading says, in one sentence.',
  'Evidence.claimedAt': 'When the request was claimed for sending: readings of after it count.',
  'Evidence.quarantineUntil': 'The service may execute the request until then.',
  omitted: 'Readings that were left out for their number.',
  weighedUntil: 'Everything read until then is weighed.',
  afterQuarantine: 'Whether one of the readings is from after the quarantine.',
  'Evidence.currencies': 'What the readings say of each currency.',
  'Evidence.message': 'What the readings say, in sentences.',
  'Evidence.currencies.balance': 'Balance read last, decimal text in units of the currency.',
  changeIfExecuted:
    'Change to expect if it was executed: signed decimal text in units of the currency.',
  unexplainedIfExecuted:
    'What remains unexplained if it was executed: signed decimal text in units of the currency.',
  unexplainedIfNot:
    'What remains unexplained if it was not executed: signed decimal text in units of the currency.',
  earlierFlows:
    'Earlier requests of the currency that may show only after the claim. Present with `expand=evidence`.',
  'earlierFlows.change': 'What the request changed: signed decimal text in units of the currency.',
  'earlierFlows.at': 'When it was recorded as executed.',
  explanations:
    'Each way in which the readings can have come about, to the last digit. Present with `expand=evidence`.',
  executed: 'Whether it was executed.',
  shownLate: 'Ids of earlier instructions that showed only after the claim.',

  // Settling.
  'settlement.evidence': 'Fingerprint of the evidence that the person saw.',
  'settlement.by': 'The first person.',
  fill: 'Of a trade: what was executed, without fees.',
  withdrawalId: 'Id of the withdrawal at the service, where it was executed.',
  'SettlementBody.fill':
    'Of a trade that was executed: what of it, from the records of the service.',

  // Bodies of requests.
  'TradeBody.amount': 'Decimal text in units of the base currency.',
  'TradeBody.price': 'Limit: decimal text, quote currency per unit of base.',
  'TradeBody.side': 'Whether to buy or to sell the base currency, in any casing.',
  'WithdrawalBody.missed':
    'The occurrence of a rule that it stands for, where the rule missed one.',
  'WithdrawalCheckBody.missed':
    'The occurrence of a rule that it would stand for, where the rule missed one.',
  'WithdrawalCheckBody.comment': 'Taken so that the body of a request can be sent as it is.',

  // Lanes.
  'blockedBy.step': 'What to do next, as a code with what it needs.',
  'LaneStep*.code':
    'wait-for-outcome, wait-for-balance: nothing. settle-...: two people say what became of the request. rearm: two people arm the restored ledger.',
  'LaneStepWaitForOutcome.until': 'Without a recorded outcome it is called unknown then.',
  'LaneStepWaitForBalance.until': 'A balance read after that can free the currency.',
  'LaneStep*.kind': 'What was asked of the service.',
  'LaneStep*.instructionId': 'Id of the instruction to settle.',
  'LaneStep*.says': 'What a first person says of it; absent before one has.',
  'LaneStep*.says.by': 'Who says it.',
  'LaneStep*.says.executed': 'Whether it was executed.',
  'LaneStep*.notBefore': '"Not executed" cannot be said before; absent where it can be now.',
  'LaneStepRearm.currency': 'The currency that was armed in another ledger.',
  'blockedBy.next': 'The same in sentences, which name the routes.',
  'unbooked.next': 'What to do next.',
  'LaneView.state': 'Whether the currency is free, or what holds it.',
  blockedBy: 'The instruction that holds the currency; absent where none does.',
  untilAtLeast:
    'The earliest moment at which the currency can be free unless the request was executed.',
  'blockedBy.evidence': 'What the balances say so far, in sentences.',
  'LaneView.unbooked':
    'What no balance shows yet, and what is in doubt although one showed it; absent where nothing is.',
  'LaneView.unbooked.why': 'The sentences of all parts.',
  'LaneView.unbooked.since': 'When the oldest part was claimed.',
  'LaneView.unbooked.overdue':
    'The part past the booking bound, decimal text in units of the currency; null: none.',
  'LaneView.open': 'Instructions of the currency that wait, and are not claimed yet.',
  'open.ruleId': 'Id of the rule it comes from; absent where a person asked for it.',
  usage: 'What each rule has used of its budgets, by id of the rule.',
  'usage.run': 'Of a rule with a split: its latest run, and which parts have left.',
  'usage.run.left': 'The parts that have left, or may have, by number.',
  'usage.run.left.fee':
    'The largest fee that may have been taken beside it: decimal text in units of the currency.',
  claimedBefore: 'When the rule last claimed a withdrawal before this run; absent: never.',
  hours:
    'Start of the hour to what was claimed in it, decimal text in units of the currency; 25 hours.',
  days: 'Start of the day to what was claimed in it, decimal text in units of the currency; 31 days.',
  lastClaimedAt: 'When the rule last claimed, whatever became of it.',
  lastLeftAt: 'When the last that was confirmed had been claimed; absent: nothing has left.',
  lastOccurrence: 'The last occurrence that the rule has used.',
  failures: 'Failures since the last confirmed sweep.',
  'usage.failing':
    'By destination, what did not leave in a row; absent where the last of each did.',
  'failing.to': 'Label of the account that it pays to, or the currency that it converts into.',
  'failing.failures': 'How many in a row, since the last that was confirmed.',
  'failing.summary': 'All of it in one sentence.',
  'failing.count': 'How many in a row.',
  'failing.since': 'When the first of them ended.',
  'failing.at': 'When the last of them ended.',
  'failing.occurrence': 'The occurrence that the last was for.',
  'failing.instructionId': 'Id of the last.',
  'failing.outcome': 'How the last ended.',
  'failing.reason': 'The status of the answer, the cause, or the reason of the cancellation.',
  'failing.message':
    'What the service said, or why it was not sent: one line, at most 240 characters.',
  backoffUntil: 'The rule pauses until then after failures.',

  // Unbooked amounts, and rearming a restored ledger.
  'Unbooked.amount': 'Everything unbooked, decimal text in units of the currency.',
  'Unbooked.parts': 'The amount by its reasons; together they are the whole.',
  'LaneView.unbooked.parts': 'The amount by its reasons; together they are the whole.',
  'UnbookedPart.part':
    'claimed: no balance shows that it left. fee-of-claimed: may leave with it as a fee. The others were seen to leave and are in doubt: contradicted, the amount came back exactly as it left; rise, the balance rose soon after by another amount; fee, a part of the fall may have been a fee.',
  'UnbookedPart.until':
    'When it is free at the latest; null: only a balance or two people free it.',
  'UnbookedPart.message': 'The reason in one sentence.',
  entries: 'The requests it consists of, oldest first; beyond some, the oldest are added up.',
  'entries.at': 'When the request was claimed.',
  'Unbooked.since': 'When the oldest request was claimed; null where that is not known.',
  'Unbooked.overdue': 'The part past the booking bound; null where there is none.',
  concludableFrom: 'Two people can conclude it from then on; null: never.',
  'Unbooked.digest': 'Both people repeat it: the amounts that they saw.',
  'UnbookedView.unbooked': 'What no balance shows yet; null where the balances show everything.',
  'UnbookedView.said': 'What was last said about it, and who agreed; null where nothing was.',
  outcome: 'What happened: booked by the service, or not executed.',
  budget: 'Whether budgets and limits get the amounts back, or keep them debited.',
  'UnbookedConclusion.earlier': 'Earlier conclusions of the currency, oldest first.',
  'UnbookedConclusion.by': 'The first person.',
  'UnbookedConclusion.amount': 'What was concluded, decimal text in units of the currency.',
  rearmable: 'Codes of the currencies that two people can arm now.',
  notYet: 'Currencies that cannot be armed yet, and what comes first.',
  paidForEver:
    'What the restored ledger knows to have left to accounts with limits, for ever: what left after the backup is not in it, and no time makes up for it. Empty without any.',
  'paidForEver.accountId': 'Id of the account, in small letters.',
  'paidForEver.currency': 'Its currency.',
  'paidForEver.amount':
    'What counts against its lifetime limit, decimal text in units of the currency.',
  'RearmingView.unreadable':
    'What of the policy cannot be read: arming does not seal it again, so once it is put right it counts only after two people have agreed to it anew. Absent if there is nothing.',
  'RearmingView.digest': 'Both people repeat it: the lanes that they saw.',
  'RearmingView.said': 'What was last said about it, and who agreed; null where nothing was.',
  epoch: 'Identity of the table that is armed.',
  armed: 'The word of the second person; absent until then.',
  'Rearming.unbooked':
    'What was sent after the backup and no balance shows: decimal text by currency, in its units.',
  'RearmLanesBody.unbooked':
    'What was sent after the backup and no balance shows: decimal text by currency, in its units; "0" for nothing.',
};
