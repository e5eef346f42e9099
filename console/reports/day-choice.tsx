import { Button, TextInput } from '@mantine/core';
import { type DayName, monthsBefore, plusDays } from './days.ts';
import classes from './reports.module.css';
import type { ChosenDay } from './use-day.ts';

interface DayChoiceProps extends ChosenDay {
  /** What is looked at, for whoever does not see it. */
  readonly label: string;
  /** The days that one click reaches. */
  readonly offered: readonly DayName[];
  /** In another language than English. */
  readonly texts?: {
    readonly days: Readonly<Record<DayName, string>>;
    readonly anotherDay: string;
  };
}

const NAMES = {
  now: { text: 'Now', dayOf: () => null },
  yesterday: { text: 'Yesterday', dayOf: (today: string) => plusDays(today, -1) },
  'two-days': { text: '2 days ago', dayOf: (today: string) => plusDays(today, -2) },
  week: { text: 'A week ago', dayOf: (today: string) => plusDays(today, -7) },
  month: { text: 'A month ago', dayOf: (today: string) => monthsBefore(today, 1) },
  year: { text: 'A year ago', dayOf: (today: string) => monthsBefore(today, 12) },
} as const satisfies Readonly<Record<DayName, object>>;

/** Now, one of the usual days back, or any other. */
export function DayChoice({ label, offered, texts, day, setDay, today }: DayChoiceProps) {
  return (
    <fieldset className={classes.days} aria-label={label}>
      {offered.map((name) => {
        const target = NAMES[name].dayOf(today);
        return (
          <Button
            key={name}
            size="compact-sm"
            variant={day === target ? 'filled' : 'default'}
            aria-pressed={day === target}
            onClick={() => setDay(target)}
          >
            {texts?.days[name] ?? NAMES[name].text}
          </Button>
        );
      })}
      <TextInput
        type="date"
        size="xs"
        aria-label={texts?.anotherDay ?? `${label}: another day`}
        value={day ?? ''}
        max={today}
        onChange={({ currentTarget }) =>
          setDay(currentTarget.value === '' ? null : currentTarget.value)
        }
      />
    </fieldset>
  );
}
