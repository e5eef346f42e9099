import { Status } from './status.tsx';
import { isStale } from './times.ts';
import { useNow } from './use-now.ts';
import { RelativeWhen, When } from './when.tsx';

interface AsOfProps {
  /** When the figures were read at the service. */
  readonly at: string;
  /** Seconds between two readings. */
  readonly everySeconds: number;
}

/** Of which moment figures are; marked once two intervals went by without a newer reading. */
export function AsOf({ at, everySeconds }: AsOfProps) {
  const now = useNow();
  return (
    <span>
      As of <When at={at} as="minute" /> <RelativeWhen at={at} />{' '}
      {isStale(at, everySeconds, now) && <Status state="stale" tone="warn" />}
    </span>
  );
}
