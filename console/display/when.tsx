import { useLocale } from './language.tsx';
import { useTimeZone } from './time-zone.tsx';
import { formatInstant, formatRelative, type TimeDetail } from './times.ts';
import { useNow } from './use-now.ts';

interface WhenProps {
  /** Null where it has not happened. */
  readonly at: string | null | undefined;
  /** Relative: "5 minutes ago", with the moment itself on hover, and instead of it on paper. @default 'relative' */
  readonly as?: 'relative' | TimeDetail;
}

/** A moment, by the clocks of the chosen zone; the exact one on hover. */
export function When({ at, as = 'relative' }: WhenProps) {
  const { timeZone } = useTimeZone();
  const now = useNow();
  const locale = useLocale();
  if (at === null || at === undefined) return <span>never</span>;
  const exact = formatInstant(at, timeZone, 'second', locale);
  return (
    <time dateTime={at} title={exact} data-relative={as === 'relative'}>
      {as === 'relative'
        ? formatRelative(at, now, locale)
        : formatInstant(at, timeZone, as, locale)}
    </time>
  );
}

/** In brackets beside the moment itself: on paper that stands there already. */
export function RelativeWhen({ at }: Pick<WhenProps, 'at'>) {
  return (
    <span className="sluice-screen-only">
      (<When at={at} />)
    </span>
  );
}
