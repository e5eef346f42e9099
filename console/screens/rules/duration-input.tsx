import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { inUnit, secondsOf, UNITS, unitOf } from './durations.ts';
import type { Field } from './field.ts';
import classes from './rules.module.css';

interface DurationInputProps {
  readonly field: Field;
  /** Seconds, as text. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (seconds: string) => void;
  readonly onLeave: () => void;
}

/** A length of time in the unit that suits it: the rule has seconds. */
export function DurationInput({ field, value, error, onChange, onLeave }: DurationInputProps) {
  const { label, help, absent = '', isRequired } = field;
  const [unit, setUnit] = useState(() => unitOf(value === '' ? absent : value));
  return (
    <div className={classes.duration}>
      <TextInput
        label={label}
        description={help.replace(/^Seconds /, 'Time ').replace(/,? in seconds/, '')}
        error={error ?? null}
        required={isRequired}
        inputMode="numeric"
        autoComplete="off"
        value={inUnit(value, unit)}
        placeholder={inUnit(absent, unit)}
        onChange={({ currentTarget }) => onChange(secondsOf(currentTarget.value, unit))}
        onBlur={onLeave}
      />
      <Select
        aria-label={`Unit of ${label}`}
        data={UNITS.map(({ name }) => name)}
        value={unit}
        allowDeselect={false}
        onChange={(chosen) => {
          const next = UNITS.find(({ name }) => name === chosen)?.name ?? unit;
          onChange(secondsOf(inUnit(value, unit), next));
          setUnit(next);
        }}
      />
    </div>
  );
}
