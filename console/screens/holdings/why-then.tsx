import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Language } from '../../../treasury/facts/sentences/language.ts';
import { useRead } from '../../api/use-read.ts';
import classesOfDecisions from '../../decisions/decisions.module.css';
import { reasonText } from '../../decisions/reasons.ts';
import { SpanEntry } from '../../decisions/span-entry.tsx';
import { joined, type Span } from '../../decisions/spans.ts';
import { TEXTS } from '../../decisions/texts/texts.ts';
import { useTexts } from '../../decisions/texts/use-texts.ts';
import { Empty } from '../../display/empty.tsx';
import { localeOf, useTextLanguage } from '../../display/language.tsx';
import type { Limit } from '../../display/limit-text.ts';
import { Loaded } from '../../display/loaded.tsx';
import { useTimeZone } from '../../display/time-zone.tsx';
import { formatDay } from '../../display/times.ts';
import { endOfDay, plusDays, startOfDay } from '../../reports/days.ts';
import classes from './currency.module.css';
import { DecisionFacts } from './decision-facts.tsx';
import { HeldThen } from './held-then.tsx';

interface WhyThenProps {
  readonly rule: {
    readonly id: string;
    readonly currency: string;
    readonly threshold: Limit;
  };
  readonly day: string;
}

/** Spans of a day, at most: a rule whose reason changes more often has one varying span for the rest of it. */
const MOST_SPANS = 100;

/** Why a rule did not sweep on a day: each reason of it, and one run with every check. */
export function WhyThen({ rule, day }: WhyThenProps) {
  const { id, currency } = rule;
  const { reporting } = useTimeZone();
  const language = useTextLanguage();
  const { day: texts } = useTexts();
  const end = endOfDay(day, reporting);
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const spans = useRead('/v1/decisions/spans', {
    query: { rule: id, from: day, to: plusDays(day, 1), sort: 'newest', limit: MOST_SPANS },
  });
  return (
    <Loaded query={spans} lines={6}>
      {({ items }) => {
        const stretches = joined(items);
        return (
          <>
            {stretches.length > 0 && (
              <>
                <p className={classes.answer}>{sentenceOf(stretches, day, language)}</p>
                <ol className={classesOfDecisions.timeline}>
                  {stretches.map((span) => (
                    <SpanEntry key={`${span.from} ${span.reason}`} span={span} currency={currency}>
                      {stretches.length > 1 && (
                        <Button
                          size="compact-xs"
                          variant="default"
                          onClick={() => setLookedAt(lastRunOf(span, end))}
                        >
                          {texts.lastRun}
                        </Button>
                      )}
                    </SpanEntry>
                  ))}
                </ol>
              </>
            )}
            <RunOf rule={rule} day={day} at={lookedAt ?? end} hasSpans={stretches.length > 0} />
          </>
        );
      }}
    </Loaded>
  );
}

/** The answer in a sentence: the reasons of the day, those that hold longest first. */
function sentenceOf(stretches: readonly Span[], day: string, language: Language): string {
  const { day: texts } = TEXTS[language];
  const swept = stretches.some(({ reason }) => reason === 'sweep');
  const others = stretches.filter(({ reason }) => reason !== 'sweep');
  const reasons = [
    ...new Set(
      others
        .toSorted((left, right) => right.count - left.count)
        .map(({ reason }) => reasonText(reason, language).short),
    ),
  ].join(', ');
  const shown = formatDay(day, localeOf(language));
  return swept ? texts.swept(shown, reasons) : texts.notSwept(shown, reasons);
}

function lastRunOf({ until }: Span, end: string): string {
  return until < end ? until : end;
}

interface RunOfProps extends WhyThenProps {
  readonly at: string;
  readonly hasSpans: boolean;
}

/** One run of a day, as it was recorded. A run of an earlier day is said to be one. */
function RunOf({ rule, day, at, hasSpans }: RunOfProps) {
  const { reporting } = useTimeZone();
  const language = useTextLanguage();
  const { day: texts } = useTexts();
  const start = startOfDay(day, reporting);
  const decisions = useRead('/v1/decisions', { query: { rule: rule.id, at } }, { isPolled: false });
  return (
    <Loaded query={decisions} lines={4}>
      {({ items: [decision] }) => {
        if (decision !== undefined && decision.snapshot >= start) {
          return <DecisionFacts decision={decision} />;
        }
        if (hasSpans) {
          return <p className={classes.quiet}>{texts.expired}</p>;
        }
        return (
          <Empty title={texts.noRun(formatDay(day, localeOf(language)))}>
            <p>{decision === undefined ? texts.younger : texts.missed}</p>
            <HeldThen rule={rule} day={day} />
          </Empty>
        );
      }}
    </Loaded>
  );
}
