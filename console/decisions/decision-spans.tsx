import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useRead } from '../api/use-read.ts';
import { Empty } from '../display/empty.tsx';
import { Translated } from '../display/language.tsx';
import { Loaded } from '../display/loaded.tsx';
import { useNow } from '../display/use-now.ts';
import { Panel } from '../layout/page.tsx';
import classes from './decisions.module.css';
import { SpanEntry } from './span-entry.tsx';
import { isSpanRange, joined, type RangeName, SPAN_RANGES, spansFrom } from './spans.ts';
import { useChosenTexts } from './texts/use-texts.ts';

interface DecisionSpansProps {
  readonly ruleId: string;
  readonly currency: string;
}

const RANGE = 'since';
const RANGES = Object.keys(SPAN_RANGES) as readonly RangeName[];

/** "Why did it not sweep?": stretches of one reason, newest first, with the numbers that they were within. */
export function DecisionSpans({ ruleId, currency }: DecisionSpansProps) {
  const { spans: texts } = useChosenTexts();
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
    <Translated>
      <Panel
        title={texts.title}
        aside={
          <Select
            size="xs"
            aria-label={texts.howFar}
            data={RANGES.map((value) => ({ value, label: texts.ranges[value] }))}
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
              <Empty title={texts.none}>{texts.longer}</Empty>
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
    </Translated>
  );
}
