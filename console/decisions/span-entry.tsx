import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Amount } from '../display/amount.tsx';
import { useTextLanguage } from '../display/language.tsx';
import { Status } from '../display/status.tsx';
import { formatDuration } from '../display/times.ts';
import { When } from '../display/when.tsx';
import { useTenant } from '../session/person.tsx';
import classes from './decisions.module.css';
import { reasonText } from './reasons.ts';
import { numbersOf, type Span } from './spans.ts';
import { useTexts } from './texts/use-texts.ts';

interface SpanEntryProps {
  readonly span: Span;
  readonly currency: string;
  /** Behind its numbers: what more there is to see of it. */
  readonly children?: ReactNode;
}

/** A stretch of one reason: since when, until when, why, and the numbers that it was within. */
export function SpanEntry({ span, currency, children }: SpanEntryProps) {
  const tenant = useTenant();
  const { reason, open, since, until, count, ruleVersion, reasons } = span;
  const language = useTextLanguage();
  const { span: texts } = useTexts();
  const { short, sentence, tone } = reasonText(reason, language);
  const numbers = numbersOf(span);
  const isOneMinute = minuteOf(since) === minuteOf(until);
  return (
    <li data-tone={tone}>
      <p className={classes.title}>
        <Status state={reason} tone={tone} text={short} />
        <span>
          <When at={since} as="minute" />
          {open
            ? ` ${texts.untilNow}`
            : !isOneMinute && (
                <>
                  {' '}
                  – <When at={until} as="minute" />
                </>
              )}
        </span>
      </p>
      <p>{sentence}</p>
      {numbers.map(({ limit, unit, least, most }) => (
        <p key={limit} className={classes.quiet}>
          {texts.numbers[limit]}:{' '}
          {unit === 'seconds' ? (
            secondsText(least, most, texts.to)
          ) : least === most ? (
            <Amount amount={least} currency={currency} />
          ) : (
            <>
              <Amount amount={least} currency={currency} withCurrency={false} /> {texts.to}{' '}
              <Amount amount={most} currency={currency} />
            </>
          )}
        </p>
      ))}
      {reasons !== undefined && (
        <p className={classes.quiet}>
          {Object.entries(reasons)
            .map(([name, times]) => `${times} × ${reasonText(name, language).short}`)
            .join(', ')}
        </p>
      )}
      <p className={classes.quiet}>
        {texts.runs(count, ruleVersion)}
        {reason === 'sweep' && (
          <>
            {' · '}
            <Link to={`/t/${tenant}/withdrawals?rule=${encodeURIComponent(span.ruleId)}`}>
              {texts.withdrawals}
            </Link>
          </>
        )}
      </p>
      {children}
    </li>
  );
}

/** "2026-11-22T09:05" of an instant. */
function minuteOf(at: string): string {
  return at.slice(0, 16);
}

/** Seconds are no amounts. */
function secondsText(least: string, most: string, to: string): string {
  const text = (seconds: string) => formatDuration(Number.parseFloat(seconds));
  return text(least) === text(most) ? text(least) : `${text(least)} ${to} ${text(most)}`;
}
