import { NativeSelect, TextInput } from '@mantine/core';
import { ValuedAmount } from '../../display/limit.tsx';
import { limitParts } from '../../display/limit-text.ts';
import parts from '../../display/parts.module.css';
import type { FieldInputProps } from './field-input-props.ts';
import classes from './rules.module.css';

/** Its value is "12.5", or "100000 USD". */
type LimitInputProps = Pick<
  FieldInputProps,
  'field' | 'value' | 'error' | 'onChange' | 'onLeave' | 'currency' | 'reportingCurrency' | 'valued'
>;

/** A limit: its number, and whether it counts units of the currency or their value. */
export function LimitInput({
  field,
  value,
  error,
  onChange,
  onLeave,
  currency,
  reportingCurrency,
  valued,
}: LimitInputProps) {
  const { amount, in: into } = limitParts(value);
  const values = new Set([into, reportingCurrency ?? ''].filter((each) => each !== ''));
  const units = [
    { value: '', label: currency === '' ? 'amount' : currency },
    ...[...values].map((each) => ({ value: each, label: `value, ${each}` })),
  ];
  const change = (next: string, unit: string) =>
    onChange(next === '' || unit === '' ? next : `${next} ${unit}`);
  return (
    <div>
      <div className={classes.limit}>
        <TextInput
          label={field.label}
          description={field.help}
          error={error ?? null}
          required={field.isRequired}
          value={amount}
          placeholder={field.absent ?? ''}
          autoComplete="off"
          spellCheck={false}
          inputMode="decimal"
          onBlur={onLeave}
          onChange={({ currentTarget }) => change(currentTarget.value.trim(), into)}
        />
        <NativeSelect
          aria-label={`Unit of ${field.label}`}
          data={units}
          value={into}
          // A unit without a number says nothing yet.
          disabled={amount === ''}
          onChange={({ currentTarget }) => change(amount, currentTarget.value)}
        />
      </div>
      {into !== '' && valued !== undefined && (
        <p className={parts.quiet}>
          Now <ValuedAmount valued={valued} currency={currency} />.
        </p>
      )}
    </div>
  );
}
