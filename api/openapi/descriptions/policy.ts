/** Manual rates, matching rules, accounts, controls, the kill switch, changes, and the audit log. */
export const POLICY: Readonly<Record<string, string>> = {
  // Manual rates.
  'ManualRate*.id': 'Id of the manual rate: small letters, digits and hyphens.',
  'ManualRate*.currency': 'Code of the currency that has no price.',
  'ManualRate*.in': 'Code of the currency that the rate is in.',
  'ManualRate*.rate': 'Units of `in` for one unit of the currency: decimal text, more than 0.',
  'ManualRate*.from': 'Date from whose midnight (UTC) on it values, itself included.',
  'ManualRate*.until':
    'Date from whose midnight (UTC) on it no longer values; at most 366 days later.',
  'ManualRate*.source': 'Where the rate was read, for whoever checks it.',
  'ManualRate.activeSince': 'When this version was agreed to.',

  // Matching rules.
  'MatchingRule*.id': 'Id of the matching rule: small letters, digits and hyphens.',
  'MatchingRule*.label': 'Name of the class, as reports show it.',
  'MatchingRule*.kind': 'What a movement of the class is.',
  'MatchingRule*.direction': 'Whether the movements of the class come in or go out.',
  'MatchingRule*.currency':
    'Currency of the class. Absent: any currency, and the amounts are values in the reporting currency.',
  'MatchingRule*.minimum':
    'The smallest movement, without its sign: decimal text. Absent: no such bound.',
  'MatchingRule*.maximum':
    'The largest movement, without its sign: decimal text. Absent: no such bound.',
  'MatchingRule*.repeats':
    'An amount that repeats, without its sign, in place of bounds. Absent: any amount within them.',
  'repeats.amount': 'The amount: decimal text in units of the currency.',
  tolerance: 'How far a movement may lie from it: decimal text in units of the currency.',
  hours: 'When a movement of the class happens. Absent: at any time.',
  'hours.timeZone': 'IANA time zone of the hours.',
  'hours.from': 'First minute, HH:MM.',
  'hours.to': 'End, HH:MM, itself not included; at most 24:00.',
  weekdays: 'Days of the week.',
  'MatchingRule*.schedule':
    'When a movement of the class happens: one for each occurrence. Absent: at any time.',
  'MatchingRule*.schedule.timeZone': 'IANA time zone of the expression.',
  toleranceSeconds: 'Seconds before and after an occurrence within which the movement shows.',
  'MatchingRule*.per24Hours':
    'The most that the class explains in rolling 24 hours: decimal text. Absent: no such bound.',
  'MatchingRule*.enabled': 'Whether it explains anything.',

  // Registered accounts.
  'AccountBody.id': 'Id of the account at the service, a UUID.',
  'RegisteredAccount.id': 'Id of the account at the service, a UUID.',
  'AccountLimits.limits': 'Of the account, of its counterparty and of the day; empty without any.',
  'AccountLimits.at': 'The moment that it describes.',
  'LimitLeft.limit':
    'Of the account or of its counterparty in rolling 24 hours or 30 days, or of everything in 24 hours.',
  'LimitLeft.counterparty': 'Whose accounts share it; absent of the other limits.',
  'LimitLeft.currency': "The currency of the amounts: the account's, or the reporting currency.",
  'LimitLeft.maximum': 'As the policy names it, decimal text in units of `currency`.',
  'LimitLeft.used':
    'Claimed in the window or on its way out, decimal text in units of `currency`; null where it is not known, and nothing leaves.',
  'LimitLeft.left':
    'What a request may still take, decimal text in units of `currency`; null where it is not known.',
  'LimitLeft.unknown': 'Why it is not known: a price that is missing or too old.',
  'AccountVersion.id': 'Id of the account at the service, a UUID.',
  'AccountVersion.status': 'Whether withdrawals may go to it.',
  'AccountVersion.activeSince': 'When this version came into force.',
  'ControlsVersion.activeSince': 'When this version came into force.',
  'AccountBody.status': 'Whether withdrawals may go to it.',
  'RegisteredAccount.status': 'Whether withdrawals may go to it.',
  answeredAmounts:
    'How answers to withdrawals state amounts. Absent: as they were asked for; a difference that a fee or fewer digits explain blocks the currency, any other halts everything.',
  'answeredAmounts.amounts':
    'Whether answers state the amount that was asked for ("gross") or less the fee that was taken of it ("net", within feeBound). Absent: a difference within feeBound blocks the currency.',
  'answeredAmounts.digits':
    'Fraction digits that the service cuts amounts to, and carries out no more: in the controls by currency. Absent: a cut amount blocks the currency.',
  firstPaymentMaximum:
    'What leaves to it at most in all until an answer has named the place as it is registered, or two people say that a payment arrived: decimal text in units of its currency. Absent: no such limit.',
  paymentArrived:
    'Two people say that a payment has arrived at it: its first-payment maximum ends. Absent: false.',
  networkAtService:
    "The service's own name for the network, confirmed by two people: answers under it name the same network. Absent: only the network's own name, whatever its case and signs.",
  counterparty:
    'Who is paid: accounts of one counterparty share its limits in the controls. Absent: none apply.',
  limits:
    'What the account may be paid at most, by all rules and withdrawals by hand together. Absent: no limit of its own.',
  'limits.per24Hours':
    'In rolling 24 hours: decimal text in units of its currency. Absent: no such limit.',
  'limits.per30Days':
    'In rolling 30 days: decimal text in units of its currency. Absent: no such limit.',
  'limits.lifetime':
    'For ever, counted while the account has limits: decimal text in units of its currency. Absent: no such limit.',
  usableFrom: 'Nothing leaves for it before then. Absent: from the start.',

  generalLedgerCode:
    'The account of the general ledger that its movements are booked against in the journal. Absent: of a class, the code of its kind; else suspense.',

  // Webhooks.
  'Webhook*.id': 'Id of the webhook: small letters, digits and hyphens.',
  'Webhook*.url': 'https address that events are posted to.',
  'Webhook*.eventTypes': 'Types of events that it is sent; "*" alone for all of them.',
  'Webhook*.status': 'Whether events are sent to it.',
  secretGeneration:
    'Counts the signing secrets. Raising it by one asks for a new secret, which only the maker of the change is shown.',
  secretFor: 'Who is shown the secret, and which one.',
  'secretFor.generation': 'The generation of the secret.',
  'secretFor.by': 'The maker of the change that asked for it.',
  pausedBySluice: 'Set if Sluice paused it.',
  'pausedBySluice.activeSince':
    'The start of the version that was paused, whose seal this one carries; absent once people have changed it.',
  'pausedBySluice.at': 'When.',
  'pausedBySluice.reason': 'Why.',
  'pausedBySluice.message': 'Why, in a sentence.',
  'Webhook.activeSince': 'When this version came into force.',

  // Deliveries to webhooks.
  'WebhookReceiver.failingSince':
    'Since when its receiver has taken nothing; null if the last attempt was taken, or nothing was sent yet.',
  'WebhookReceiver.deliveredAt': 'When its receiver last took an event; null if it never did.',
  'WebhookReceiver.pending': 'Deliveries that wait to be sent; at most 1,000 are counted.',
  'WebhookReceiver.more': 'Whether there are more than were counted.',
  'Delivery*.id': 'Id of the delivery: the same for the same event and webhook.',
  webhookId: 'Id of the webhook.',
  eventId:
    'Id of the event; the header webhook-id is the same, percent-encoded where it has to be.',
  eventType: 'Type of the event.',
  eventTime: 'Time of the event: lists of deliveries are in its order.',
  'Delivery*.createdAt': 'When it was queued.',
  'Delivery*.state':
    'pending: it is sent when it is due. delivered: the receiver took it. dead: every attempt failed. held: it came while the webhook was paused, and is sent if a person asks for it.',
  nextAttemptAt: 'When it is sent next; null if it is not.',
  tries: 'Attempts since it was queued last.',
  'Delivery*.attempts': 'The newest 20 attempts, oldest first.',
  failure: 'Why the attempt failed; null if the receiver took the event.',
  answer: 'HTTP status of the answer; null without one.',
  body: 'The first 1,024 bytes of the answer, as text.',
  milliseconds: 'How long the attempt took.',
  'DeliveryWithEvent.event': 'The event, a CloudEvent.',
  'DeliveryWithEvent.event.id': 'Id of the event.',
  'WebhookSecret.secret': 'The signing secret, as Standard Webhooks has it. It is shown once.',
  'WebhookSecret.generation': 'Which secret of the webhook it is.',
  queued: 'How many are sent again.',
  until:
    'Set if there are more deliveries than one request looks at: repeat it with this as `to`. Null: that was all.',
  states: 'States of the deliveries that are sent again.',

  // Controls.
  mode: 'live: money moves. dry-run: everything is decided, nothing is sent. halted: nothing leaves.',
  currencyModes: 'Modes of single currencies; the stricter of the two applies.',
  trades: 'Limits of trades.',
  'trades.instruments': 'Instruments that may be traded, BASE/QUOTE. Empty: none.',
  maximumNotional: 'Largest value of one trade: decimal text in units of the reporting currency.',
  collarPercent:
    'How far a price may lie on the losing side of the market, in percent: decimal text. Absent: 5.',
  'trades.per24Hours': 'Largest value traded in rolling 24 hours. Absent: no such limit.',
  'per24Hours.total':
    'Of all callers together: decimal text in units of the reporting currency. Absent: no such limit.',
  'per24Hours.person':
    'Of each person or program: decimal text in units of the reporting currency. Absent: no such limit.',
  'trades.approvalAbove':
    'Above this value another person approves a trade, and two people one that a program asked for: decimal text in units of the reporting currency. Absent: no approval.',
  'trades.idForms':
    'Forms of the ids with which the service answers trades, as the evidence of an unknown trade proposes them, such as `uuid` or `ord-<9-digits>`. An id of one of them, at the place that the stage names, confirms a trade that nothing contradicts. Absent: an id alone confirms none.',
  approvalTiers:
    'How many people approve a withdrawal, by its value. Absent: only what a rule asks for.',
  oneAbove:
    'Above this value one person: decimal text in units of the reporting currency, at most `twoAbove`. Absent: no such tier.',
  twoAbove:
    'Above this value two people: decimal text in units of the reporting currency. Absent: no such tier.',
  approvalExpirySeconds: 'Seconds that an instruction waits for its approval.',
  lateExecutionBoundSeconds:
    'Seconds within which the service executes a request that it received.',
  bookingBoundSeconds:
    'Seconds within which a confirmed request shows in the balances. Absent: three days.',
  feeBound: 'Largest fee of one withdrawal or trade: both parts together. Absent: none.',
  absolute: 'By currency, decimal text in units of the currency. Absent: none.',
  'feeBound.percent':
    'Percent of the amount, decimal text, more than 0 and at most 100. Absent: none.',
  automaticSettlement:
    'Whether balances alone may settle an outcome that is not known. Absent: two people do.',
  crossedPrices:
    'Whether a price over a third currency may permit or size anything. Absent: only an instrument with the reporting currency does.',
  zeroBalances:
    'What the service does with balances of zero: `listed`, it states them; `omitted`, it leaves them out, and a currency that three answers in a row leave out while others are stated counts as zero; `unknown`, a currency that is left out never counts as zero. Absent: unknown.',
  changeExpirySeconds: 'Seconds that a change waits for its decision. Absent: 72 hours.',
  accountCoolingOffSeconds:
    'Seconds between the approval of an account and the first withdrawal to it. Absent: 24 hours.',
  generalLedgerCodes:
    'Accounts of the general ledger that the journal books. No decision about money reads them. Absent: what is held is named by its currency, the rest is suspense.',
  'generalLedgerCodes.holdings':
    'The account that stands for what is held, by currency; a currency without one is HOLDINGS-CURRENCY. Absent: HOLDINGS-CURRENCY of each.',
  'generalLedgerCodes.kinds':
    'The account of an explained movement, by its kind, if its class has none. Absent: suspense.',
  'kinds.deposit': 'The account of deposits. Absent: suspense.',
  'kinds.transfer': 'The account of transfers. Absent: suspense.',
  'kinds.fee': 'The account of fees. Absent: suspense.',
  'kinds.interest': 'The account of interest. Absent: suspense.',
  'kinds.correction': 'The account of corrections. Absent: suspense.',
  'kinds.foreign-debit': 'The account of debits by others. Absent: suspense.',
  'kinds.other': 'The account of movements without a kind. Absent: suspense.',
  'generalLedgerCodes.trades': 'The account that both sides of a trade meet in. Absent: suspense.',
  'generalLedgerCodes.revaluations': 'The account of what prices did. Absent: suspense.',
  'generalLedgerCodes.suspense': 'The account of everything without a code. Absent: SUSPENSE.',
  liquidityFloor:
    'What no sweep of any rule may leave less than, beside what each rule keeps. Absent: none.',
  'liquidityFloor.total':
    'Of everything together: decimal text in units of the reporting currency. Absent: none.',
  'liquidityFloor.currencies':
    'Of single currencies: by currency, decimal text in units of it. Absent: none.',
  withdrawalLimits:
    'What may leave at most, by all rules and withdrawals by hand together. Absent: no such limits.',
  'withdrawalLimits.per24Hours':
    'Value of everything in rolling 24 hours: decimal text in units of the reporting currency. Absent: no such limit.',
  counterparties:
    'Limits of counterparties: what all their accounts together may be paid. Absent: none.',
  'counterparties.name':
    'The counterparty, as its accounts name it; spellings that read alike are one.',
  'counterparties.per24Hours':
    'In rolling 24 hours: decimal text in units of the reporting currency. Absent: no such limit.',
  'counterparties.per30Days':
    'In rolling 30 days: decimal text in units of the reporting currency. Absent: no such limit.',
  haltedBecause: 'Why the mode is halted; absent otherwise.',
  format:
    'In which form the ledger is written: a version of Sluice that does not read it sends nothing. Absent: 1.',
  'CurrentControls.halt': 'The kill switch, which is no part of the controls.',

  // The kill switch.
  'Halt.mode': 'Whether everything is halted.',
  because: 'Why everything is halted; null where it is not.',
  'Halt.currencies': 'Currencies that are halted on their own, and why, by currency.',
  trigger:
    'What Sluice halted everything for by itself: `tampering`, something else has written to the ledger; `anomaly`, the service did other than it was asked; `contradicted-settlement`, its answer contradicts what was settled. Absent of a person’s halt.',
  resumed: 'The last resumption; null where there was none.',
  'resumed.next': 'The generation that the resumption made.',
  'resumed.currency': 'The currency that was resumed; absent: everything.',
  changeId: 'Id of the change that was approved.',
  left: 'What stayed halted.',
  everything: 'Whether everything stayed halted.',
  unaudited: 'Halts that are not in the audit log yet.',
  'HaltBody.currency': 'The currency to halt; absent: everything.',
  'ProposeResumptionBody.currency': 'The currency to resume; absent: everything.',
  'ProposeResumptionBody.mode': 'The mode afterwards.',

  // Changes.
  'PolicyChange.id': 'Id of the change; it begins with the time.',
  'PolicyChange.kind': 'What the change is about.',
  madeBy: 'The person who proposed it.',
  madeAt: 'When it was proposed.',
  'PolicyChange.expiresAt': 'Without a decision by then it expires.',
  decided: 'Who decided, when and why; absent while it waits.',
  baseVersion: 'Version of the subject that the change rests on; 0 where the subject is new.',
  'PolicyChange.resumption': 'Present where the change ends a halt.',
  'resumption.currency': 'The currency to resume; absent: everything.',
  'PolicyChange.widens':
    'Why a second person decides: each sentence names one field that lets more leave.',
  differences: 'The fields that differ, old and new side by side.',
  'differences.before': 'The old content; null where there was none.',
  'differences.after': 'The new content.',
  'differences.widens': 'Why the field lets more leave; null where it does not.',
  'PolicyChange.before': 'All of the old content; null where the subject is new.',
  'PolicyChange.after': 'All of the new content.',
  'PolicyChange.effect':
    'What the change of a rule would have done in the last 30 days; null where that was not worked out.',
  effectMissing: 'Why there is no `effect` at this moment.',

  // The feed of events.
  'GetEventSchemasResult.$schema': 'The version of JSON Schema.',
  'Event.specversion': 'Version of CloudEvents.',
  'Event.id': 'The same for the same change, however often it is delivered.',
  'Event.source': 'Which deployment: "urn:sluice:STAGE".',
  'Event.type': 'What happened, such as "com.sluice.withdrawal.confirmed".',
  'Event.subject': 'Id of what it is about.',
  'Event.time': 'The time of the state.',
  'Event.datacontenttype': 'Media type of the data.',
  'Event.dataschema': 'Name of the schema of the data: the `$id` in events.schema.json.',
  'Event.sequence': 'Place in the order of the events of the tenant: 16 digits.',
  'Event.data': 'What happened; the type determines the fields.',

  // The audit log.
  'AuditEntryPage.said':
    'By the number of an entry that holds facts, what they come to in sentences: what Sluice found when it halted, why a proposal lets more leave. The entries stay as they were hashed.',
  'AuditEntry.at': 'When it was done.',
  'AuditEntry.before': 'The content before; null where there was none.',
  'AuditEntry.after': 'The content afterwards; null where there is none.',
  'AuditEntry.subject': 'What it was done to.',
  'AuditEntry.part':
    'Which of several entries that one act takes, since one does not hold it; absent where it is the only one.',
  'AuditEntry.part.number': 'From 1; the last one ends the act.',
  'AuditEntry.part.of': 'How many entries the act takes.',
  previousHash: 'Hash of the entry before, 64 hexadecimal characters.',
  verdict: 'What following the hashes came to.',
  head: 'The end of the log.',
  'AuditVerificationUnfinished.at': 'The last entry that was followed.',
  'AuditVerificationUnfinished.next': 'Path and query to follow the rest.',
  link: 'The first entry that does not follow from the one before.',
  'link.why': 'In which way it does not follow.',
  lastFound: 'Number of the last entry that is there.',
  hour: 'Start of the hour.',
  route: 'Method and path that were called.',
  'Denials.code': 'Code of the problem: why the caller was denied.',
  'Denials.by': 'The caller, by name.',
  'Denials.count': 'How often within the hour.',
};
