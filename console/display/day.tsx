import classes from './display.module.css';
import { useLocale } from './language.tsx';
import { formatDay } from './times.ts';

/** A day of the calendar, which no time zone moves, as the browser's locale writes it. */
export function Day({ day }: { readonly day: string }) {
  const locale = useLocale();
  return (
    <time dateTime={day} title={day} className={classes.day}>
      {formatDay(day, locale)}
    </time>
  );
}
