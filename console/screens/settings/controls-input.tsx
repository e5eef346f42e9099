import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { fieldLabel } from '../../../treasury/facts/sentences/field-label.ts';
import { answeredChoices } from '../../display/answered-amounts.ts';
import parts from '../../display/parts.module.css';
import { formatDuration } from '../../display/times.ts';
import type { ControlsField } from './controls-fields.ts';
import { type ControlsSchema, helpOf, schemaAt } from './controls-schema.ts';
import { CounterpartiesInput } from './counterparties-input.tsx';
import { MODE_CHOICES } from './modes.ts';
import { ModesInput } from './modes-input.tsx';
import { ZERO_CHOICES } from './zero-balances.ts';
import { ZerosSeen } from './zeros-seen.tsx';

interface ControlsInputProps {
  readonly field: ControlsField;
  readonly schema: ControlsSchema | undefined;
  readonly value: string;
  readonly reporting: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

/** Pixels for the longest usual code. */
const UNIT_WIDTH = 52;

/** One field of the controls; its help is the contract's own sentence. */
export function ControlsInput(props: ControlsInputProps) {
  const { field, schema, value, reporting, error, onChange } = props;
  const { kind, path, absent } = field;
  const label = fieldLabel(path);
  const common = { label, description: helpOf(schemaAt(schema, path)), error: error ?? null };
  const typed = { ...common, value, autoComplete: 'off', spellCheck: false };
  switch (kind) {
    case 'mode':
      return (
        <Select
          {...common}
          data={MODE_CHOICES}
          value={value}
          allowDeselect={false}
          onChange={(chosen) => onChange(chosen ?? value)}
        />
      );
    case 'zeros':
      return (
        <div>
          <Select
            {...common}
            data={ZERO_CHOICES}
            value={value === '' ? (absent ?? null) : value}
            allowDeselect={false}
            onChange={(chosen) => onChange(chosen ?? value)}
          />
          <ZerosSeen />
        </div>
      );
    case 'answered':
      return (
        <Select
          {...common}
          data={answeredChoices()}
          value={value}
          allowDeselect={false}
          onChange={(chosen) => onChange(chosen ?? value)}
        />
      );
    case 'modes':
      return <ModesInput {...common} value={value} onChange={onChange} />;
    case 'counterparties':
      return (
        <CounterpartiesInput {...common} value={value} reporting={reporting} onChange={onChange} />
      );
    case 'switch':
      return (
        <Switch
          label={label}
          description={common.description}
          checked={value === 'true'}
          onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
        />
      );
    case 'amounts':
    case 'digits':
    case 'codes':
    case 'list':
      return (
        <Textarea
          {...typed}
          className={kind === 'list' ? (parts.wholeRow ?? '') : ''}
          autosize
          placeholder={PLACEHOLDERS[kind]}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case 'seconds':
      return (
        <TextInput
          {...typed}
          inputMode="numeric"
          placeholder={absent ?? ''}
          rightSection={<span className={parts.small}>{lengthOf(value || absent)}</span>}
          rightSectionWidth={DURATION_WIDTH}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case 'amount':
    case 'percent':
      return (
        <TextInput
          {...typed}
          inputMode="decimal"
          placeholder={absent ?? 'no limit'}
          rightSection={<span className={parts.small}>{kind === 'percent' ? '%' : reporting}</span>}
          rightSectionWidth={UNIT_WIDTH}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case 'code':
      return (
        <TextInput {...typed} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      );
    case 'currency':
      return (
        <TextInput
          {...typed}
          onChange={({ currentTarget }) => onChange(currentTarget.value.toUpperCase())}
        />
      );
    default:
      return kind satisfies never;
  }
}

const PLACEHOLDERS = {
  ...{ list: 'BTC/USD ETH/USD', amounts: 'BTC 0.001' },
  ...{ digits: 'BTC 8', codes: 'BTC 1020' },
} as const;

/** Pixels for "s = 31 d 23 h". */
const DURATION_WIDTH = 108;

function lengthOf(text: string | undefined): string {
  return text !== undefined && /^\d{1,7}$/.test(text)
    ? `s = ${formatDuration(Number.parseInt(text, 10))}`
    : 's';
}
