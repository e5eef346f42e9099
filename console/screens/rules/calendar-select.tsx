import { MultiSelect } from '@mantine/core';
import { useRead } from '../../api/use-read.ts';
import { entriesOf } from './entries.ts';
import type { Field } from './field.ts';

interface CalendarSelectProps {
  readonly field: Field;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
}

/** The calendars of a rule, by their names; one that is not known any more keeps its id. */
export function CalendarSelect({ field, value, error, onChange, onLeave }: CalendarSelectProps) {
  const calendars = useRead('/v1/calendars', { query: { limit: 200 } });
  const listed = calendars.data?.data.items ?? [];
  const chosen = entriesOf(value);
  const unknown = chosen.filter((id) => !listed.some((each) => each.id === id));
  return (
    <MultiSelect
      label={field.label}
      description={field.help}
      error={error ?? null}
      required={field.isRequired}
      data={[
        ...listed.map(({ id, label }) => ({ value: id, label })),
        ...unknown.map((id) => ({ value: id, label: id })),
      ]}
      value={[...chosen]}
      placeholder={chosen.length === 0 ? 'Every day' : ''}
      onChange={(ids) => onChange(ids.join(','))}
      onBlur={onLeave}
    />
  );
}
