import {
  Select,
  type SelectProps,
  Switch,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { ChangeEvent } from 'react';
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
      return <OneOf {...common} data={MODE_CHOICES} value={value} onChange={onChange} />;
    case 'zeros':
      return <ZerosInput {...common} value={value || (absent ?? null)} onChange={onChange} />;
    case 'answered':
      return <OneOf {...common} data={answeredChoices()} value={value} onChange={onChange} />;
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
        <NumberText
          {...typed}
          inputMode="numeric"
          placeholder={absent ?? ''}
          unit={lengthOf(value || absent)}
          unitWidth={DURATION_WIDTH}
          onChange={onChange}
        />
      );
    case 'amount':
    case 'percent':
      return (
        <NumberText
          {...typed}
          inputMode="decimal"
          placeholder={absent ?? 'no limit'}
          unit={kind === 'percent' ? '%' : reporting}
          unitWidth={UNIT_WIDTH}
          onChange={onChange}
        />
      );
    case 'code':
      return <TextInput {...typed} onChange={typing(onChange)} />;
    case 'currency':
      return <TextInput {...typed} onChange={typing((text) => onChange(text.toUpperCase()))} />;
    default:
      return kind satisfies never;
  }
}

interface OneOfProps extends Pick<SelectProps, 'label' | 'description' | 'error' | 'data'> {
  readonly value: string | null;
  readonly onChange: (text: string) => void;
}

/** One of them always holds. */
function OneOf({ value, onChange, ...props }: OneOfProps) {
  return (
    <Select
      {...props}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen ?? value ?? '')}
    />
  );
}

/** Whether balances of zero are left out, beside what the service did lately. */
function ZerosInput(props: Omit<OneOfProps, 'data'>) {
  return (
    <div>
      <OneOf {...props} data={ZERO_CHOICES} />
      <ZerosSeen />
    </div>
  );
}

function typing(onChange: (text: string) => void): (event: ChangeEvent<HTMLInputElement>) => void {
  return ({ currentTarget }) => onChange(currentTarget.value);
}

interface NumberTextProps extends Omit<TextInputProps, 'onChange'> {
  readonly unit: string;
  readonly unitWidth: number;
  readonly onChange: (text: string) => void;
}

/** A number as it was typed, with its unit. */
function NumberText({ unit, unitWidth, onChange, ...props }: NumberTextProps) {
  return (
    <TextInput
      {...props}
      rightSection={<span className={parts.small}>{unit}</span>}
      rightSectionWidth={unitWidth}
      onChange={typing(onChange)}
    />
  );
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
