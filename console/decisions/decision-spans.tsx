import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useRead } from '../api/use-read.ts';
import { Empty } from '../display/empty.tsx';
import { Loaded } from '../display/loaded.tsx';
import { useNow } from '../display/use-now.ts';
import { Panel } from '../layout/page.tsx';
import classes from './decisions.module.css';
import { SpanEntry } from './span-entry.tsx';
import { isSpanRange, joined, SPAN_RANGES, spansFrom } from './spans.ts';

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
                <SpanEntry key={`${span.from} ${span.reason}`} span={span} currency={currency} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Panel>
  );
}
