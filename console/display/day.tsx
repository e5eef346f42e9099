import classes from './display.module.css';
import { formatDay } from './times.ts';

/** A day of the calendar, which no time zone moves, as the browser's locale writes it. */
export function Day({ day }: { readonly day: string }) {
  return (
    <time dateTime={day} title={day} className={classes.day}>
      {formatDay(day)}
    </time>
  );
}
