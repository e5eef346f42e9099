/*
 * What people call the fields of the policy: in forms, in the difference that an approver reads, and in the sentences that
 * say why a change lets more leave. The API names a field by its path.
 */

const RULES = {
  id: 'Id',
  label: 'Name',
  purpose: 'Purpose',
  owner: 'Owner',
  currency: 'Currency',
  kind: 'Kind',
  withdrawalAccountId: 'To account',
  split: 'Among several accounts',
  into: 'Into currency',
  instrument: 'Instrument',
  side: 'Side',
  low: 'Alert when below',
  threshold: 'Sweep when above',
  keep: 'Always keep',
  allocation: 'How much',
  'allocation.kind': 'How much',
  'allocation.percent': 'Percent of the surplus',
  'allocation.amount': 'Fixed amount',
  minimum: 'Smallest amount',
  maximum: 'Largest amount',
  step: 'In steps of',
  'budgets.per24Hours': 'Budget for 24 hours',
  'budgets.per30Days': 'Budget for 30 days',
  withdrawalsPer24Hours: 'Withdrawals in 24 hours',
  cooldownSeconds: 'Rest after a sweep',
  schedule: 'When',
  'schedule.kind': 'When',
  'schedule.expression': 'Cron expression',
  'schedule.timeZone': 'Time zone',
  latestStartSeconds: 'Latest start',
  calendars: 'Business days of',
  convention: 'On other days',
  cutOff: 'Cut-off',
  'cutOff.time': 'Cut-off',
  'cutOff.timeZone': 'Time zone of the cut-off',
  maximumBalanceAgeSeconds: 'Oldest balance to act on',
  'backoff.firstSeconds': 'First pause after a failure',
  'backoff.maximumSeconds': 'Longest pause after failures',
  priority: 'Order in its currency',
  approvalAbove: 'Approval above',
  enabled: 'Switched on',
};

const MATCHING_RULES = {
  direction: 'Direction',
  repeats: 'Amount that repeats',
  'repeats.amount': 'Amount that repeats',
  'repeats.tolerance': 'Give or take',
  per24Hours: 'At most in 24 hours',
  hours: 'Hours',
  'hours.timeZone': 'Time zone of the hours',
  'hours.from': 'Hours from',
  'hours.to': 'Hours to',
  'hours.weekdays': 'Days of the week',
  'schedule.toleranceSeconds': 'Before and after it',
};

const ACCOUNTS = {
  network: 'Network',
  details: 'Address',
  firstPaymentMaximum: 'At most until a payment is known to have arrived',
  paymentArrived: 'A payment has arrived',
  networkAtService: 'Network’s name at the service',
  status: 'State',
  generalLedgerCode: 'General-ledger code',
  counterparty: 'Counterparty',
  'limits.per24Hours': 'Limit of 24 hours',
  'limits.per30Days': 'Limit of 30 days',
  'limits.lifetime': 'Lifetime limit',
};

const CONTROLS = {
  mode: 'Mode',
  currencyModes: 'Stricter for',
  reportingCurrency: 'Reporting currency',
  'approvalTiers.oneAbove': 'One person above',
  'approvalTiers.twoAbove': 'Two people above',
  approvalExpirySeconds: 'An approval is waited for',
  accountCoolingOffSeconds: 'Cooling-off of accounts',
  changeExpirySeconds: 'A change is waited for',
  'liquidityFloor.total': 'Stays of everything',
  'liquidityFloor.currencies': 'Stays, by currency',
  'withdrawalLimits.per24Hours': 'Leaves in 24 hours, of all',
  'withdrawalLimits.counterparties': 'Leaves to a counterparty',
  crossedPrices: 'Prices over a third currency count',
  'trades.instruments': 'Instruments',
  'trades.maximumNotional': 'Largest trade',
  'trades.collarPercent': 'Price collar',
  'trades.per24Hours.total': 'Trades in 24 hours, of all',
  'trades.per24Hours.person': 'Trades in 24 hours, of each',
  'trades.approvalAbove': 'Approval of trades above',
  'trades.idForms': 'Ids that confirm trades',
  lateExecutionBoundSeconds: 'Latest execution',
  bookingBoundSeconds: 'Latest booking',
  'feeBound.percent': 'Largest fee, in percent',
  'feeBound.absolute': 'Largest fee, by currency',
  answeredAmounts: 'How answers state amounts',
  'answeredAmounts.amounts': 'Amounts in its answers are',
  'answeredAmounts.digits': 'Digits after the point',
  automaticSettlement: 'Balances alone may settle',
  zeroBalances: 'Balances of zero are',
  'generalLedgerCodes.holdings': 'What is held, by currency',
  'generalLedgerCodes.kinds': 'Explained movements, by kind',
  'generalLedgerCodes.trades': 'Code of trades',
  'generalLedgerCodes.revaluations': 'What prices did',
  'generalLedgerCodes.suspense': 'Suspense',
};

const WEBHOOKS = { url: 'Address', eventTypes: 'Events' };

/** One word for one thing: no two kinds of the policy call a field of the same path otherwise. */
const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...WEBHOOKS, ...CONTROLS, ...ACCOUNTS, ...MATCHING_RULES, ...RULES }),
);

/** Fields whose own fields are names that people gave: of currencies, counterparties and kinds. */
const ENTRIES: ReadonlySet<string> = new Set([
  'currencyModes',
  'liquidityFloor.currencies',
  'withdrawalLimits.counterparties',
  'feeBound.absolute',
  'answeredAmounts.digits',
  'generalLedgerCodes.holdings',
  'generalLedgerCodes.kinds',
]);

/**
 * A field as people say it. What stands below a field that has a name is added to it, such as a currency or a
 * counterparty; "budgets.perWeek" without a name of its own is "Budgets, per week".
 */
export function fieldLabel(path: string): string {
  const named = beginningsOf(path).find((each) => LABELS.has(each));
  if (named === undefined || isOfAddress(path)) return pathText(path.replace(/^details\./, ''));
  const rest = path.slice(named.length + 1);
  if (rest === '') return LABELS.get(named) ?? path;
  return `${LABELS.get(named)}${ENTRIES.has(named) ? entryText(rest) : `, ${lowered(rest)}`}`;
}

/** " BTC", " Bank, in 24 hours". */
function entryText(rest: string): string {
  const text = rest
    .replace(/\.per24Hours$/, ', in 24 hours')
    .replace(/\.per30Days$/, ', in 30 days');
  return ` ${text}`;
}

function lowered(path: string): string {
  const text = pathText(path);
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** The same within a sentence. */
export function quotedLabel(path: string): string {
  return `"${fieldLabel(path)}"`;
}

/** The details of an address name themselves: "details.beneficiary.address" is "Beneficiary, address". */
function isOfAddress(path: string): boolean {
  return path.startsWith('details.');
}

/** "a.b.c", "a.b" and "a". */
function beginningsOf(path: string): readonly string[] {
  const names = path.split('.');
  return names.map((_, index) => names.slice(0, names.length - index).join('.'));
}

/**
 * A field of the API as words, where it has no better name: "beneficiary.accountHolder" is "Beneficiary, account holder",
 * and a length of time is without its unit, which its value has.
 */
export function pathText(path: string): string {
  const text = path
    .replaceAll('.', ', ')
    .replace(/Seconds$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=\d)(?=[A-Z])/g, ' ')
    .replaceAll(/ [A-Z]/g, (letter) => letter.toLowerCase());
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
