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

export interface ControlsField {
  readonly path: string;
  readonly kind: FieldKind;
  /** What holds where it is absent; without one, there is no such limit. */
  readonly absent?: string;
}

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly ControlsField[];
}

/** The controls as people think of them. */
export const FIELD_GROUPS: readonly FieldGroup[] = [
  {
    title: 'Mode',
    fields: [
      { path: 'mode', kind: 'mode' },
      { path: 'currencyModes', kind: 'modes' },
      { path: 'reportingCurrency', kind: 'currency' },
    ],
  },
  {
    title: 'Approval of withdrawals',
    fields: [
      { path: 'approvalTiers.oneAbove', kind: 'amount' },
      { path: 'approvalTiers.twoAbove', kind: 'amount' },
      { path: 'approvalExpirySeconds', kind: 'seconds', absent: '86400' },
      { path: 'accountCoolingOffSeconds', kind: 'seconds', absent: '86400' },
      { path: 'changeExpirySeconds', kind: 'seconds', absent: '259200' },
    ],
  },
  {
    title: 'What may leave',
    fields: [
      { path: 'liquidityFloor.total', kind: 'amount' },
      { path: 'liquidityFloor.currencies', kind: 'amounts' },
      { path: 'withdrawalLimits.per24Hours', kind: 'amount' },
      { path: 'withdrawalLimits.counterparties', kind: 'counterparties' },
      { path: 'crossedPrices', kind: 'switch', absent: 'false' },
    ],
  },
  {
    title: 'Trades',
    fields: [
      { path: 'trades.instruments', kind: 'list' },
      { path: 'trades.maximumNotional', kind: 'amount', absent: '0' },
      { path: 'trades.collarPercent', kind: 'percent', absent: '5' },
      { path: 'trades.per24Hours.total', kind: 'amount' },
      { path: 'trades.per24Hours.person', kind: 'amount' },
      { path: 'trades.approvalAbove', kind: 'amount' },
      { path: 'trades.idForms', kind: 'list' },
    ],
  },
  {
    title: 'The service',
    fields: [
      { path: 'lateExecutionBoundSeconds', kind: 'seconds', absent: '900' },
      { path: 'bookingBoundSeconds', kind: 'seconds', absent: '259200' },
      { path: 'feeBound.percent', kind: 'percent', absent: '0' },
      { path: 'feeBound.absolute', kind: 'amounts', absent: '0' },
      { path: 'answeredAmounts.amounts', kind: 'answered' },
      { path: 'answeredAmounts.digits', kind: 'digits' },
      { path: 'automaticSettlement', kind: 'switch', absent: 'false' },
      { path: 'zeroBalances', kind: 'zeros', absent: 'unknown' },
    ],
  },
  {
    title: 'General ledger',
    fields: [
      { path: 'generalLedgerCodes.holdings', kind: 'codes' },
      { path: 'generalLedgerCodes.kinds', kind: 'codes' },
      { path: 'generalLedgerCodes.trades', kind: 'code' },
      { path: 'generalLedgerCodes.revaluations', kind: 'code' },
      { path: 'generalLedgerCodes.suspense', kind: 'code' },
    ],
  },
] as const satisfies readonly FieldGroup[];

export const FIELDS: readonly ControlsField[] = FIELD_GROUPS.flatMap(({ fields }) => fields);
