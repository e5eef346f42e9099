import * as z from 'zod/mini';
import '../../treasury/validation/zod-locale.ts';
import { answerSettingsFields } from '../../adapters/trading-service/answer-settings.ts';
import { serviceAddressProblem } from '../../adapters/trading-service/service-address.ts';
import { SIDE_CASINGS } from '../../adapters/trading-service/side-casing.ts';
import { nonNegativeDecimalText } from '../../treasury/money/decimal-text.ts';
import { isTimeZone } from '../../treasury/schedules/wall-clock.ts';
import { CHANGEABLE_CLAIMS, VARIABLES } from './names.ts';

/*
 * What the variables hold that several functions have, alone or in groups. Each is made where it is read: a function
 * starts with one or two of them, and a schema takes longer to make than to use once.
 */

export const text = z.string({ error: 'is not set' }).check(z.minLength(1, 'is empty'));

/**
 * The secrets of the tenants' tokens: "main=ARN,other=ARN", or one ARN for whichever tenant there is. An ARN
 * holds neither an equals sign nor a comma.
 */
const tokenSecrets = () =>
  z.pipe(
    text,
    z.transform((value) => {
      if (!value.includes('=')) return () => value;
      const arns = new Map(value.split(',').map((each) => each.split('=') as [string, string]));
      return (tenant: string): string | null => arns.get(tenant) ?? null;
    }),
  );

export const service = () => ({
  [VARIABLES.tokenSecretArn]: tokenSecrets(),
  [VARIABLES.serviceBaseUrl]: text.check(
    z.superRefine((address, context) => {
      const problem = serviceAddressProblem(address);
      if (problem !== null) context.addIssue(problem);
    }),
  ),
  [VARIABLES.serviceQueryToken]: z.pipe(
    z._default(z.enum(['true', 'false'], { error: 'is neither "true" nor "false"' }), 'false'),
    z.transform((value) => value === 'true'),
  ),
  [VARIABLES.sideCasing]: z._default(
    z.enum(SIDE_CASINGS, {
      error: 'is neither "capitalised" nor "lower" nor "upper"',
    }),
    'capitalised',
  ),
  [VARIABLES.answerSettings]: z._default(answerSettings(), { tradeFields: {}, harmlessTexts: [] }),
});

/** JSON, as the stage's file has it. */
const answerSettings = () =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value, context) => {
        try {
          return JSON.parse(value) as unknown;
        } catch {
          context.issues.push({ code: 'custom', message: 'is not JSON', input: value });
          return z.NEVER;
        }
      }),
    ),
    z.strictObject(answerSettingsFields()),
  );

/** Months for which snapshots, or runs of decisions, are kept, or "for-ever". */
export const retention = () =>
  z.pipe(
    z.union([z.literal('for-ever'), z.string().check(z.regex(/^[1-9]\d{0,2}$/))], {
      error: 'is neither a number of months nor "for-ever"',
    }),
    z.transform((value) => (value === 'for-ever' ? value : Number(value))),
  );

/** The tenants of a deployment, separated by commas; the first is the default. */
export const tenantList = () =>
  z.pipe(
    text,
    z.transform((names) => names.split(',')),
  );

/** The keys whose seals are valid, separated by commas; the first one makes new seals. An ARN holds no comma. */
export const seals = () => ({
  [VARIABLES.sealKeys]: z.pipe(
    text,
    z.transform((arns) => arns.split(',') as [string, ...string[]]),
  ),
});

/** The key that balances are sealed with as they are read. */
export const readingKey = () => ({ [VARIABLES.readingKey]: text });

/** The same, and the function that reads them when it is asked. */
export const reader = () => ({ ...readingKey(), [VARIABLES.takeSnapshotFunction]: text });

/** The claim that people are known by: by default, the one that no person can choose. */
export const caller = () => ({
  [VARIABLES.callerClaim]: z._default(
    text.check(
      z.refine((claim) => !CHANGEABLE_CLAIMS.includes(claim), 'is one that people can change'),
    ),
    'sub',
  ),
});

/** Where events are kept and published, and which deployment they are of. */
export const publishing = {
  [VARIABLES.eventsTable]: text,
  [VARIABLES.eventBus]: text,
  [VARIABLES.stage]: text,
};

/** The interval of the snapshots; on one machine it can be a fraction of a second. */
export const snapshotEverySeconds = () =>
  z.pipe(
    z
      .string({ error: 'is not set' })
      .check(z.regex(/^\d{1,5}(\.\d{1,3})?$/, 'is no number of seconds')),
    z.transform(Number),
  );

/** Set on one machine alone, where receivers run beside Sluice: no stack of a deployment sets it. */
export const loopbackWebhooks = () => ({
  [VARIABLES.loopbackWebhooks]: z.pipe(
    z.optional(z.literal('permitted', { error: 'is not "permitted"' })),
    z.transform((value) => value === 'permitted'),
  ),
});

export function timeZone() {
  return z.string({ error: 'is not set' }).check(z.refine(isTimeZone, 'is no IANA time zone'));
}

/** Whose months are frozen, and when. */
export const statements = () => ({
  [VARIABLES.reportingTimeZone]: timeZone(),
  [VARIABLES.statementGraceHours]: z.pipe(
    z.string({ error: 'is not set' }).check(z.regex(/^\d{1,4}$/, 'is no number of hours')),
    z.transform(Number),
  ),
  [VARIABLES.snapshotEverySeconds]: snapshotEverySeconds(),
});

const NO_TOLERANCES = 'is no JSON object of currencies with decimal text';

/** Unexplained amounts that are no break, by currency, as JSON. */
export const tolerances = () =>
  z.pipe(
    z.pipe(
      z.string({ error: 'is not set' }),
      z.transform((text, context): unknown => {
        try {
          return JSON.parse(text);
        } catch {
          context.issues.push({ code: 'custom', message: NO_TOLERANCES, input: text });
          return z.NEVER;
        }
      }),
    ),
    z.record(z.string(), nonNegativeDecimalText, NO_TOLERANCES),
  );
