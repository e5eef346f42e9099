/** How a field of the controls is filled in. */
export type FieldKind =
  | 'mode'
  | 'modes'
  | 'currency'
  | 'amount'
  | 'percent'
  | 'amounts'
  | 'list'
  | 'seconds'
  | 'switch'
  | 'zeros'
  | 'answered'
  | 'digits'
  | 'code'
  | 'codes'
  | 'counterparties';

/** In which direction a field lets more leave: a change that way takes a second person. */
export type Widening =
  | 'less-strict'
  | 'any'
  | 'higher'
  | 'lower'
  /** Also a floor of zero holds: it is removed by two people. */
  | 'lower-floor'
  | 'longer'
  | 'shorter'
  | 'more'
  | 'on'
  | 'omitted'
  /** No decision about money reads it. */
  | 'never';

export interface ControlsField {
  readonly path: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly widens: Widening;
  /** What holds where it is absent; without one, there is no such limit. */
  readonly absent?: string;
}

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly ControlsField[];
}

/**
 * The controls as people think of them. Which direction widens is the API's to decide; a test holds this table against
 * what the API compares by.
 */
export const FIELD_GROUPS: readonly FieldGroup[] = [
  {
    title: 'Mode',
    fields: [
      { path: 'mode', label: 'Mode', kind: 'mode', widens: 'less-strict' },
      { path: 'currencyModes', label: 'Stricter for', kind: 'modes', widens: 'less-strict' },
      { path: 'reportingCurrency', label: 'Reporting currency', kind: 'currency', widens: 'any' },
    ],
  },
  {
    title: 'Approval of withdrawals',
    fields: [
      {
        path: 'approvalTiers.oneAbove',
        label: 'One person above',
        kind: 'amount',
        widens: 'higher',
      },
      {
        path: 'approvalTiers.twoAbove',
        label: 'Two people above',
        kind: 'amount',
        widens: 'higher',
      },
      {
        ...{ path: 'approvalExpirySeconds', label: 'An approval is waited for' },
        ...{ kind: 'seconds', widens: 'longer', absent: '86400' },
      },
      {
        ...{ path: 'accountCoolingOffSeconds', label: 'Cooling-off of accounts' },
        ...{ kind: 'seconds', widens: 'shorter', absent: '86400' },
      },
      {
        ...{ path: 'changeExpirySeconds', label: 'A change is waited for' },
        ...{ kind: 'seconds', widens: 'longer', absent: '259200' },
      },
    ],
  },
  {
    title: 'What may leave',
    fields: [
      {
        ...{ path: 'liquidityFloor.total', label: 'Stays of everything' },
        ...{ kind: 'amount', widens: 'lower-floor' },
      },
      {
        ...{ path: 'liquidityFloor.currencies', label: 'Stays, by currency' },
        ...{ kind: 'amounts', widens: 'lower-floor' },
      },
      {
        ...{ path: 'withdrawalLimits.per24Hours', label: 'Leaves in 24 hours, of all' },
        ...{ kind: 'amount', widens: 'higher' },
      },
      {
        ...{ path: 'withdrawalLimits.counterparties', label: 'Leaves to a counterparty' },
        ...{ kind: 'counterparties', widens: 'higher' },
      },
      {
        ...{ path: 'crossedPrices', label: 'Prices over a third currency count' },
        ...{ kind: 'switch', widens: 'on', absent: 'false' },
      },
    ],
  },
  {
    title: 'Trades',
    fields: [
      { path: 'trades.instruments', label: 'Instruments', kind: 'list', widens: 'more' },
      {
        ...{ path: 'trades.maximumNotional', label: 'Largest trade' },
        ...{ kind: 'amount', widens: 'higher', absent: '0' },
      },
      {
        ...{ path: 'trades.collarPercent', label: 'Price collar' },
        ...{ kind: 'percent', widens: 'higher', absent: '5' },
      },
      {
        ...{ path: 'trades.per24Hours.total', label: 'In 24 hours, of all' },
        ...{ kind: 'amount', widens: 'higher' },
      },
      {
        ...{ path: 'trades.per24Hours.person', label: 'In 24 hours, of each' },
        ...{ kind: 'amount', widens: 'higher' },
      },
      { path: 'trades.approvalAbove', label: 'Approval above', kind: 'amount', widens: 'higher' },
      { path: 'trades.idForms', label: 'Ids that confirm trades', kind: 'list', widens: 'more' },
    ],
  },
  {
    title: 'The service',
    fields: [
      {
        ...{ path: 'lateExecutionBoundSeconds', label: 'Latest execution' },
        ...{ kind: 'seconds', widens: 'shorter', absent: '900' },
      },
      {
        ...{ path: 'bookingBoundSeconds', label: 'Latest booking' },
        ...{ kind: 'seconds', widens: 'shorter', absent: '259200' },
      },
      {
        ...{ path: 'feeBound.percent', label: 'Largest fee, in percent' },
        ...{ kind: 'percent', widens: 'lower', absent: '0' },
      },
      {
        ...{ path: 'feeBound.absolute', label: 'Largest fee, by currency' },
        ...{ kind: 'amounts', widens: 'lower', absent: '0' },
      },
      {
        ...{ path: 'answeredAmounts.amounts', label: 'Amounts in its answers are' },
        ...{ kind: 'answered', widens: 'any' },
      },
      {
        ...{ path: 'answeredAmounts.digits', label: 'Digits, by currency' },
        ...{ kind: 'digits', widens: 'any' },
      },
      {
        ...{ path: 'automaticSettlement', label: 'Balances alone may settle' },
        ...{ kind: 'switch', widens: 'on', absent: 'false' },
      },
      {
        ...{ path: 'zeroBalances', label: 'Balances of zero are' },
        ...{ kind: 'zeros', widens: 'omitted', absent: 'unknown' },
      },
    ],
  },
  {
    title: 'General ledger',
    fields: [
      {
        ...{ path: 'generalLedgerCodes.holdings', label: 'What is held, by currency' },
        ...{ kind: 'codes', widens: 'never' },
      },
      {
        ...{ path: 'generalLedgerCodes.kinds', label: 'Explained movements, by kind' },
        ...{ kind: 'codes', widens: 'never' },
      },
      { path: 'generalLedgerCodes.trades', label: 'Trades', kind: 'code', widens: 'never' },
      {
        ...{ path: 'generalLedgerCodes.revaluations', label: 'What prices did' },
        ...{ kind: 'code', widens: 'never' },
      },
      { path: 'generalLedgerCodes.suspense', label: 'Suspense', kind: 'code', widens: 'never' },
    ],
  },
] as const satisfies readonly FieldGroup[];

export const FIELDS: readonly ControlsField[] = FIELD_GROUPS.flatMap(({ fields }) => fields);

export function labelOf(field: string): string {
  const found = FIELDS.find(({ path }) => field === path || field.startsWith(`${path}.`));
  if (found === undefined) return field;
  const rest = field
    .slice(found.path.length + 1)
    .replace(/\.per24Hours$/, ', in 24 hours')
    .replace(/\.per30Days$/, ', in 30 days');
  return rest === '' ? found.label : `${found.label} ${rest}`;
}
