import { Select } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useRead } from '../api/use-read.ts';
import { Amount } from '../display/amount.tsx';
import { Empty } from '../display/empty.tsx';
import { Loaded } from '../display/loaded.tsx';
import { Status } from '../display/status.tsx';
import { formatDuration } from '../display/times.ts';
import { useNow } from '../display/use-now.ts';
import { When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';
import { useTenant } from '../session/person.tsx';
import classes from './decisions.module.css';
import { reasonText } from './reasons.ts';
import { isSpanRange, joined, numbersOf, SPAN_RANGES, type Span, spansFrom } from './spans.ts';

interface DecisionSpansProps {
  readonly ruleId: string;
  readonly currency: string;
}

const RANGE = 'since';
const CHOICES = Object.entries(SPAN_RANGES).map(([value, { text }]) => ({ value, label: text }));

/** "Why did it not sweep?": stretches of one reason, newest first, with the numbers that they were within. */
export function DecisionSpans({ ruleId, currency }: DecisionSpansProps) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(RANGE);
  const range = isSpanRange(asked) ? asked : 'month';
  const from = spansFrom(range, useNow());
  const spans = useRead(
    '/v1/decisions/spans',
    { query: { rule: ruleId, from, sort: 'newest', limit: 200 } },
    { keepsPrevious: true },
  );
  return (
    <Panel
      title="Why it did or did not sweep"
      aside={
        <Select
          size="xs"
          aria-label="How far back"
          data={CHOICES}
          value={range}
          allowDeselect={false}
          onChange={(chosen) =>
            setSearch(
              (now) => {
                now.set(RANGE, chosen ?? 'month');
                return now;
              },
              { replace: true },
            )
          }
        />
      }
    >
      <Loaded query={spans} lines={6}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No run decided it in this time">
              The rule is decided with every snapshot. Choose a longer time to see earlier ones.
            </Empty>
          ) : (
            <ol className={classes.timeline}>
              {joined(items).map((span) => (
                <Entry key={`${span.from} ${span.reason}`} span={span} currency={currency} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Entry({ span, currency }: { readonly span: Span; readonly currency: string }) {
  const tenant = useTenant();
  const { reason, open, since, until, count, ruleVersion, reasons } = span;
  const { short, sentence, tone } = reasonText(reason);
  const numbers = numbersOf(span);
  const isOneMinute = minuteOf(since) === minuteOf(until);
  return (
    <li data-tone={tone}>
      <p className={classes.title}>
        <Status state={reason} tone={tone} text={short} />
        <span>
          <When at={since} as="minute" />
          {open
            ? ' until now'
            : !isOneMinute && (
                <>
                  {' '}
                  – <When at={until} as="minute" />
                </>
              )}
        </span>
      </p>
      <p>{sentence}</p>
      {numbers.map(({ limit, label, unit, least, most }) => (
        <p key={limit} className={classes.quiet}>
          {label}:{' '}
          {unit === 'seconds' ? (
            secondsText(least, most)
          ) : least === most ? (
            <Amount amount={least} currency={currency} />
          ) : (
            <>
              <Amount amount={least} currency={currency} withCurrency={false} /> to{' '}
              <Amount amount={most} currency={currency} />
            </>
          )}
        </p>
      ))}
      {reasons !== undefined && (
        <p className={classes.quiet}>
          {Object.entries(reasons)
            .map(([name, times]) => `${times} × ${reasonText(name).short}`)
            .join(', ')}
        </p>
      )}
      <p className={classes.quiet}>
        {count === 1 ? '1 run' : `${count} runs`} of version {ruleVersion}
        {reason === 'sweep' && (
          <>
            {' · '}
            <Link to={`/t/${tenant}/withdrawals?rule=${encodeURIComponent(span.ruleId)}`}>
              its withdrawals
            </Link>
          </>
        )}
      </p>
    </li>
  );
}

/** "2026-11-22T09:05" of an instant. */
function minuteOf(at: string): string {
  return at.slice(0, 16);
}

/** Seconds are no amounts. */
function secondsText(least: string, most: string): string {
  const text = (seconds: string) => formatDuration(Number.parseFloat(seconds));
  return text(least) === text(most) ? text(least) : `${text(least)} to ${text(most)}`;
}
