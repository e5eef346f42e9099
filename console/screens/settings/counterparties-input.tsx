import { Button, Input, TextInput } from '@mantine/core';
import parts from '../../display/parts.module.css';
import {
  type Counterparty,
  counterpartiesOf,
  counterpartiesText,
  NO_COUNTERPARTY,
} from './counterparties.ts';
import classes from './settings.module.css';

interface CounterpartiesInputProps {
  readonly label: string;
  readonly description: string;
  readonly error: string | null;
  readonly value: string;
  readonly reporting: string;
  readonly onChange: (text: string) => void;
}

const LIMITS = [
  ['per24Hours', 'in 24 hours'],
  ['per30Days', 'in 30 days'],
] as const;

/** A row for each counterparty with limits. */
export function CounterpartiesInput(props: CounterpartiesInputProps) {
  const { label, description, error, value, reporting, onChange } = props;
  const rows = counterpartiesOf(value);
  const replace = (index: number, row: Counterparty | null) =>
    onChange(counterpartiesText(rows.flatMap((each, at) => (at !== index ? [each] : (row ?? [])))));
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      labelElement="div"
      className={parts.wholeRow ?? ''}
    >
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its name is what is being typed.
        <fieldset key={index} className={classes.counterparty} aria-label={nameOf(row, index)}>
          <TextInput
            size="xs"
            label="Counterparty"
            placeholder="As its accounts name it"
            value={row.name}
            onChange={({ currentTarget }) => replace(index, { ...row, name: currentTarget.value })}
          />
          {LIMITS.map(([field, window]) => (
            <TextInput
              key={field}
              size="xs"
              inputMode="decimal"
              autoComplete="off"
              label={`${reporting} ${window}`}
              placeholder="no limit"
              value={row[field]}
              onChange={({ currentTarget }) =>
                replace(index, { ...row, [field]: currentTarget.value })
              }
            />
          ))}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Take ${nameOf(row, index)} away`}
            onClick={() => replace(index, null)}
          >
            Take away
          </Button>
        </fieldset>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        mt="xs"
        onClick={() => onChange(counterpartiesText([...rows, NO_COUNTERPARTY]))}
      >
        Add a counterparty
      </Button>
    </Input.Wrapper>
  );
}

function nameOf({ name }: Counterparty, index: number): string {
  return name === '' ? `counterparty ${index + 1}` : name;
}
