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
      { path: 'mode', kind: 'mode', widens: 'less-strict' },
      { path: 'currencyModes', kind: 'modes', widens: 'less-strict' },
      { path: 'reportingCurrency', kind: 'currency', widens: 'any' },
    ],
  },
  {
    title: 'Approval of withdrawals',
    fields: [
      {
        path: 'approvalTiers.oneAbove',
        kind: 'amount',
        widens: 'higher',
      },
      {
        path: 'approvalTiers.twoAbove',
        kind: 'amount',
        widens: 'higher',
      },
      {
        ...{ path: 'approvalExpirySeconds' },
        ...{ kind: 'seconds', widens: 'longer', absent: '86400' },
      },
      {
        ...{ path: 'accountCoolingOffSeconds' },
        ...{ kind: 'seconds', widens: 'shorter', absent: '86400' },
      },
      {
        ...{ path: 'changeExpirySeconds' },
        ...{ kind: 'seconds', widens: 'longer', absent: '259200' },
      },
    ],
  },
  {
    title: 'What may leave',
    fields: [
      {
        ...{ path: 'liquidityFloor.total' },
        ...{ kind: 'amount', widens: 'lower-floor' },
      },
      {
        ...{ path: 'liquidityFloor.currencies' },
        ...{ kind: 'amounts', widens: 'lower-floor' },
      },
      {
        ...{ path: 'withdrawalLimits.per24Hours' },
        ...{ kind: 'amount', widens: 'higher' },
      },
      {
        ...{ path: 'withdrawalLimits.counterparties' },
        ...{ kind: 'counterparties', widens: 'higher' },
      },
      {
        ...{ path: 'crossedPrices' },
        ...{ kind: 'switch', widens: 'on', absent: 'false' },
      },
    ],
  },
  {
    title: 'Trades',
    fields: [
      { path: 'trades.instruments', kind: 'list', widens: 'more' },
      {
        ...{ path: 'trades.maximumNotional' },
        ...{ kind: 'amount', widens: 'higher', absent: '0' },
      },
      {
        ...{ path: 'trades.collarPercent' },
        ...{ kind: 'percent', widens: 'higher', absent: '5' },
      },
      {
        ...{ path: 'trades.per24Hours.total' },
        ...{ kind: 'amount', widens: 'higher' },
      },
      {
        ...{ path: 'trades.per24Hours.person' },
        ...{ kind: 'amount', widens: 'higher' },
      },
      { path: 'trades.approvalAbove', kind: 'amount', widens: 'higher' },
      { path: 'trades.idForms', kind: 'list', widens: 'more' },
    ],
  },
  {
    title: 'The service',
    fields: [
      {
        ...{ path: 'lateExecutionBoundSeconds' },
        ...{ kind: 'seconds', widens: 'shorter', absent: '900' },
      },
      {
        ...{ path: 'bookingBoundSeconds' },
        ...{ kind: 'seconds', widens: 'shorter', absent: '259200' },
      },
      {
        ...{ path: 'feeBound.percent' },
        ...{ kind: 'percent', widens: 'lower', absent: '0' },
      },
      {
        ...{ path: 'feeBound.absolute' },
        ...{ kind: 'amounts', widens: 'lower', absent: '0' },
      },
      {
        ...{ path: 'answeredAmounts.amounts' },
        ...{ kind: 'answered', widens: 'any' },
      },
      {
        ...{ path: 'answeredAmounts.digits' },
        ...{ kind: 'digits', widens: 'any' },
      },
      {
        ...{ path: 'automaticSettlement' },
        ...{ kind: 'switch', widens: 'on', absent: 'false' },
      },
      {
        ...{ path: 'zeroBalances' },
        ...{ kind: 'zeros', widens: 'omitted', absent: 'unknown' },
      },
    ],
  },
  {
    title: 'General ledger',
    fields: [
      {
        ...{ path: 'generalLedgerCodes.holdings' },
        ...{ kind: 'codes', widens: 'never' },
      },
      {
        ...{ path: 'generalLedgerCodes.kinds' },
        ...{ kind: 'codes', widens: 'never' },
      },
      { path: 'generalLedgerCodes.trades', kind: 'code', widens: 'never' },
      {
        ...{ path: 'generalLedgerCodes.revaluations' },
        ...{ kind: 'code', widens: 'never' },
      },
      { path: 'generalLedgerCodes.suspense', kind: 'code', widens: 'never' },
    ],
  },
] as const satisfies readonly FieldGroup[];

export const FIELDS: readonly ControlsField[] = FIELD_GROUPS.flatMap(({ fields }) => fields);
