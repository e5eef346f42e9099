import { fieldLabel } from '../../../treasury/facts/sentences/field-label.ts';
import { formatAmount } from '../../display/amounts.ts';
import { formatDuration } from '../../display/times.ts';

/** Fields that are amounts in the currency of a rule, or in that of the reports, by how their names begin. */
const AMOUNTS =
  /^(threshold|keep|minimum|maximum|step|approvalAbove|per24Hours|allocation\.amount|budgets\.|approvalTiers\.|trades\.(maximumNotional|approvalAbove|per24Hours))/;

/** Decimal text, so that nothing else is taken for an amount. */
const DECIMAL = /^-?\d+(\.\d+)?$/;

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
    .map(([name, each]) => `${fieldLabel(name)}: ${valueText(each, { field: name, currency })}`)
    .join('; ');
}
