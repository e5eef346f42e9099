import { formatAmount } from '../../display/amounts.ts';
import { pathText } from '../../display/path-text.ts';
import { formatDuration } from '../../display/times.ts';

/** Fields that are amounts in the currency of a rule, or in that of the reports, by how their names begin. */
const AMOUNTS =
  /^(threshold|keep|minimum|maximum|step|approvalAbove|per24Hours|allocation\.amount|budgets\.|approvalTiers\.|trades\.(maximumNotional|approvalAbove|per24Hours))/;

/** Decimal text, so that nothing else is taken for an amount. */
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Names that say less to a treasurer than they do to the API. */
const NAMES: Readonly<Record<string, string>> = {
  withdrawalAccountId: 'Destination',
  enabled: 'Switched on',
  status: 'State',
  'budgets.per24Hours': 'Budget of 24 hours',
  'budgets.per30Days': 'Budget of 30 days',
  per24Hours: 'At most in 24 hours',
  approvalAbove: 'Approval above',
  accountCoolingOffSeconds: 'Cooling-off of new accounts',
  lateExecutionBoundSeconds: 'Bound of late execution',
  approvalExpirySeconds: 'Time for an approval',
  cooldownSeconds: 'Pause between sweeps',
  crossedPrices: 'Prices over a third currency count',
  eventTypes: 'Events',
  url: 'Address',
};

/** A field's name as people say it: "budgets.per24Hours" is "Budget of 24 hours". */
export function fieldText(field: string): string {
  return NAMES[field] ?? pathText(field);
}

interface ValueContext {
  readonly field: string;
  /** Of the rule that the change is about, or of the reports; null where it is about neither. */
  readonly currency: string | null;
  readonly locale?: string;
}

/** A value as people read it; amounts exact, with their currency. Nothing is shown as "nothing". */
export function valueText(value: unknown, { field, currency, locale }: ValueContext): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    return field.endsWith('Seconds') ? formatDuration(value) : String(value);
  }
  if (typeof value === 'string') {
    if (currency === null || !AMOUNTS.test(field) || !DECIMAL.test(value)) return value;
    return `${formatAmount(value, currency, locale === undefined ? {} : { locale })} ${currency}`;
  }
  if (Array.isArray(value)) {
    return value.map((each) => valueText(each, { field, currency })).join(', ');
  }
  return Object.entries(value)
    .map(([name, each]) => `${fieldText(name)}: ${valueText(each, { field: name, currency })}`)
    .join('; ');
}
