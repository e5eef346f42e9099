import { Autocomplete, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import parts from '../../display/parts.module.css';
import { CalendarSelect } from './calendar-select.tsx';
import { DurationInput } from './duration-input.tsx';
import type { FieldInputProps } from './field-input-props.ts';
import { choiceText } from './field-texts.ts';
import { LimitInput } from './limit-input.tsx';
import { SplitInput } from './split-input.tsx';
import type { Account } from './types.ts';

/** One field of a rule, by the kind that its schema gives it; its help is the contract's own sentence. */
export function FieldInput(props: FieldInputProps) {
  const { field, value, error, onChange, onLeave } = props;
  const typed = typedOf(props);
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          label={field.label}
          description={field.help}
          checked={value === 'true'}
          onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
        />
      );
    case 'choice':
      return <ChoiceInput {...props} />;
    case 'choices':
      return <ChoicesInput {...props} />;
    case 'calendars':
      return (
        <CalendarSelect
          field={field}
          value={value}
          error={error}
          onChange={onChange}
          onLeave={onLeave}
        />
      );
    case 'account':
      return <AccountSelect {...props} />;
    case 'split':
      return <SplitInput {...props} />;
    case 'currency':
      return (
        <Autocomplete
          {...typed}
          data={[...props.currencies]}
          onChange={(text) => onChange(text.toUpperCase())}
        />
      );
    case 'time-zone':
      return <Autocomplete {...typed} data={TIME_ZONES} limit={MOST_OFFERED} onChange={onChange} />;
    case 'seconds':
      return (
        <DurationInput
          field={field}
          value={value}
          error={error}
          onChange={onChange}
          onLeave={onLeave}
        />
      );
    case 'amount':
      if (field.orValue) return <LimitInput {...props} />;
      return <AmountInput {...props} />;
    case 'percent':
      return <AmountInput {...props} />;
    case 'whole-number':
    case 'text':
      return (
        <TextInput
          {...typed}
          inputMode={field.kind === 'text' ? 'text' : 'numeric'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    default:
      return field.kind satisfies never;
  }
}

/** What every input of a field says and does, of whatever kind it is. */
function commonOf({ field, error, isFixed, onLeave }: FieldInputProps) {
  return {
    label: field.label,
    description: field.help,
    error: error ?? null,
    disabled: isFixed,
    required: field.isRequired,
    onBlur: onLeave,
  };
}

/** The same of those that are typed. */
function typedOf(props: FieldInputProps) {
  const { field, value } = props;
  const placeholder = field.absent ?? '';
  return { ...commonOf(props), value, placeholder, autoComplete: 'off', spellCheck: false };
}

function ChoiceInput(props: FieldInputProps) {
  const { field, value, onChange } = props;
  return (
    <Select
      {...commonOf(props)}
      data={field.options.map((option) => ({
        value: option,
        label: choiceText(field.path, option),
      }))}
      value={value}
      allowDeselect={!field.isRequired && field.absent === undefined}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}

function ChoicesInput(props: FieldInputProps) {
  const { field, value, onChange } = props;
  return (
    <MultiSelect
      {...commonOf(props)}
      data={[...field.options]}
      value={value === '' ? [] : value.split(',')}
      // In the order of the schema, whichever was chosen first.
      onChange={(chosen) =>
        onChange(field.options.filter((option) => chosen.includes(option)).join(','))
      }
    />
  );
}

function AmountInput(props: FieldInputProps) {
  const { field, currency, onChange } = props;
  return (
    <TextInput
      {...typedOf(props)}
      inputMode="decimal"
      rightSection={
        <span className={parts.small}>{field.kind === 'percent' ? '%' : currency}</span>
      }
      rightSectionWidth={UNIT_WIDTH}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Pixels for the longest usual code. */
const UNIT_WIDTH = 52;

/** Time zones offered at once: the list has more than four hundred. */
const MOST_OFFERED = 40;
const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

function AccountSelect({ field, value, error, onChange, onLeave, ...props }: FieldInputProps) {
  const { accounts, currency } = props;
  const fitting = accounts.filter((account) => currency === '' || account.currency === currency);
  const known = accounts.filter(
    ({ id }) => id === value && !fitting.some((each) => each.id === id),
  );
  const data = [...fitting, ...known].map((account) => ({
    value: account.id,
    label: nameOf(account),
  }));
  return (
    <Select
      label={field.label}
      description={field.help}
      error={error ?? null}
      required={field.isRequired}
      searchable
      data={data}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      onBlur={onLeave}
      placeholder={currency === '' ? 'Registered account' : `Registered account of ${currency}`}
      nothingFoundMessage={
        currency === '' ? 'No account is registered.' : `No account of ${currency} is registered.`
      }
    />
  );
}

function nameOf({ label, network, status }: Account): string {
  return `${label} (${network}${status === 'active' ? '' : ', not active'})`;
}
