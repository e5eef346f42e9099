import * as z from 'zod/mini';
import { MAX_CALENDARS, MAX_MATCHING_RULES } from '../../treasury/policy/policy-limits.ts';
import type { BacktestRequest } from '../../treasury/preview/backtest.ts';
import {
  MAX_DRAFT_RULES,
  MAX_MATCHING_BACKTEST_DAYS,
} from '../../treasury/preview/backtest-limits.ts';
import type { MatchingBacktestRequest } from '../../treasury/preview/backtest-matching.ts';
import { DRAFT_SCOPES, type Draft } from '../../treasury/preview/draft.ts';
import type { MatchingDraft } from '../../treasury/preview/matching-draft.ts';
import { secondsBetween } from '../../treasury/time/instant.ts';
import { calendarBody } from './calendar.ts';
import { matchingRuleBody } from './matching-rule.ts';
import { moment } from './query-fields.ts';
import { sweepRuleBody } from './sweep-rule.ts';

/** Characters of a continuation: both sides' lanes and counts of as many rules as a draft may have. */
export const MAX_CONTINUATION_CHARACTERS = 200_000;

/** Bytes of a body here: a draft of forty rules, and a continuation; or a hundred matching rules. */
export const MAX_PREVIEW_BODY_BYTES = 262_144;

const scope = z._default(
  z.enum(DRAFT_SCOPES, { error: 'expected "replacing" or "alone"' }),
  'replacing',
);

const draft = {
  rules: z
    .array(sweepRuleBody, { error: 'expected a list of sweep rules, as in a policy file' })
    .check(z.maxLength(MAX_DRAFT_RULES, `expected at most ${MAX_DRAFT_RULES} rules`)),
  calendars: z.exactOptional(
    z
      .array(calendarBody, { error: 'expected a list of calendars, as in a policy file' })
      .check(z.maxLength(MAX_CALENDARS, `expected at most ${MAX_CALENDARS} calendars`)),
  ),
  scope,
};

const triesSomething = z.refine<Pick<Draft, 'rules' | 'calendars'>>(
  ({ rules, calendars = [] }) => rules.length > 0 || calendars.length > 0,
  { path: ['rules'], error: 'expected at least 1 rule, or 1 calendar in `calendars`' },
);

/** The body of POST /v1/sweep-rules/preview. */
export const previewBody: z.ZodMiniType<Draft & { readonly effect: boolean }> = z
  .strictObject({
    ...draft,
    effect: z._default(z.boolean({ error: 'expected true or false' }), false),
  })
  .check(triesSomething)
  .register(z.globalRegistry, { id: 'PreviewBody' });

const endsAfterItBegins = z.refine<{ readonly from: string; readonly to: string }>(
  ({ from, to }) => from < to,
  { path: ['to'], error: 'expected a time after "from"' },
);

/** The body of POST /v1/sweep-rules/backtest. */
export const backtestBody: z.ZodMiniType<
  Draft &
    Pick<BacktestRequest, 'from' | 'to' | 'assumeApproved' | 'addBackSweeps'> & {
      readonly continuation?: string;
    }
> = z
  .strictObject({
    ...draft,
    from: moment,
    to: moment,
    assumeApproved: z._default(z.boolean({ error: 'expected true or false' }), true),
    addBackSweeps: z._default(z.boolean({ error: 'expected true or false' }), true),
    continuation: z.exactOptional(
      z
        .string({ error: 'expected the continuation of the answer before' })
        .check(
          z.maxLength(
            MAX_CONTINUATION_CHARACTERS,
            'expected the continuation of the answer before',
          ),
        ),
    ),
  })
  .check(triesSomething, endsAfterItBegins)
  .register(z.globalRegistry, { id: 'BacktestBody' });

/** The body of POST /v1/matching-rules/backtest. */
export const matchingBacktestBody: z.ZodMiniType<
  MatchingDraft & Pick<MatchingBacktestRequest, 'from' | 'to'>
> = z
  .strictObject({
    rules: z
      .array(matchingRuleBody, { error: 'expected a list of matching rules, as in a policy file' })
      .check(
        z.minLength(1, 'expected at least 1 rule'),
        z.maxLength(MAX_MATCHING_RULES, `expected at most ${MAX_MATCHING_RULES} rules`),
      ),
    scope,
    from: moment,
    to: moment,
  })
  .check(
    endsAfterItBegins,
    z.refine(({ from, to }) => secondsBetween(from, to) <= MAX_MATCHING_BACKTEST_DAYS * 86_400, {
      path: ['to'],
      error: `expected a time at most ${MAX_MATCHING_BACKTEST_DAYS} days after "from"`,
    }),
  )
  .register(z.globalRegistry, { id: 'MatchingBacktestBody' });
