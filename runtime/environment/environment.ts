import * as z from 'zod/mini';
import '../../treasury/validation/zod-locale.ts';
import { serviceAddressProblem } from '../../adapters/trading-service/service-address.ts';
import { SIDE_CASINGS } from '../../adapters/trading-service/side-casing.ts';
import { nonNegativeDecimalText } from '../../treasury/money/decimal-text.ts';
import { isTimeZone } from '../../treasury/schedules/wall-clock.ts';
import { CHANGEABLE_CLAIMS, RECENT_SIGN_IN, VARIABLES } from './names.ts';

/*
 * Each is made where it is read: a function starts with one or two of them, and a schema takes longer to make than to
 * use once.
 */

const text = z.string({ error: 'is not set' }).check(z.minLength(1, 'is empty'));

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

const service = () => ({
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
});

/** Months for which snapshots, or runs of decisions, are kept, or "for-ever". */
const retention = () =>
  z.pipe(
    z.union([z.literal('for-ever'), z.string().check(z.regex(/^[1-9]\d{0,2}$/))], {
      error: 'is neither a number of months nor "for-ever"',
    }),
    z.transform((value) => (value === 'for-ever' ? value : Number(value))),
  );

/** The tenants of a deployment, separated by commas; the first is the default. */
const tenantList = () =>
  z.pipe(
    text,
    z.transform((names) => names.split(',')),
  );

/** The keys whose seals are valid, separated by commas; the first one makes new seals. An ARN holds no comma. */
const seals = () => ({
  [VARIABLES.sealKeys]: z.pipe(
    text,
    z.transform((arns) => arns.split(',') as [string, ...string[]]),
  ),
});

/** The key that what limits count is sealed by. */
const counts = () => ({ [VARIABLES.countKey]: text });

/** The tenants that the API chooses from. */
export const tenantsEnvironment = () => z.object({ [VARIABLES.tenants]: tenantList() });

/** The claim that people are known by: by default, the one that no person can choose. */
const caller = () => ({
  [VARIABLES.callerClaim]: z._default(
    text.check(
      z.refine((claim) => !CHANGEABLE_CLAIMS.includes(claim), 'is one that people can change'),
    ),
    'sub',
  ),
});

/**
 * How the issuer marks a person, and the grants of people and programs: by default, a person is a token with a time
 * of sign-in (RFC 9068), and a program is its tenant.
 */
export const identityEnvironment = () =>
  z.object({
    [VARIABLES.groupsClaim]: z._default(text, 'cognito:groups'),
    [VARIABLES.clientClaim]: z.optional(text),
    [VARIABLES.personProofClaim]: z._default(text, 'auth_time'),
    [VARIABLES.personProofValues]: z.optional(
      z.pipe(
        text,
        z.transform((values) => values.split(',')),
      ),
    ),
    /** Whether approving above a limit takes a sign-in of a moment ago. */
    [VARIABLES.recentSignIn]: z._default(
      z.enum(RECENT_SIGN_IN, { error: 'is neither "demanded" nor "not-demanded"' }),
      'not-demanded',
    ),
  });

/** Where events are kept and published, and which deployment they are of. */
const publishing = {
  [VARIABLES.eventsTable]: text,
  [VARIABLES.eventBus]: text,
  [VARIABLES.stage]: text,
};

/** For every function that puts people on record. */
export const callerEnvironment = () => z.object(caller());

export const takeSnapshotEnvironment = () =>
  z.object({
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.snapshotRetentionMonths]: retention(),
    [VARIABLES.reportingCurrency]: text,
    ...service(),
  });

export const runSweepsEnvironment = () =>
  z.object({
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.decisionRetentionMonths]: retention(),
    ...seals(),
  });

export const sendWithdrawalEnvironment = () =>
  z.object({
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    ...service(),
    ...seals(),
    ...counts(),
  });

export const sendTradeEnvironment = () =>
  z.object({
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    ...service(),
    ...seals(),
    ...counts(),
  });

export const placeTradeEnvironment = () =>
  z.object({
    ...caller(),
    ...seals(),
    ...counts(),
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.tenants]: text,
    ...service(),
  });

export const queryMarketEnvironment = () =>
  z.object({
    [VARIABLES.tenants]: text,
    [VARIABLES.reportingCurrency]: text,
    [VARIABLES.ledgerTable]: text,
    ...seals(),
    ...service(),
  });

export const manageInstructionsEnvironment = () =>
  z.object({
    ...caller(),
    ...seals(),
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.tenants]: text,
  });

/** The interval of the snapshots; on one machine it can be a fraction of a second. */
const snapshotEverySeconds = () =>
  z.pipe(
    z
      .string({ error: 'is not set' })
      .check(z.regex(/^\d{1,5}(\.\d{1,3})?$/, 'is no number of seconds')),
    z.transform(Number),
  );

/** Set on one machine alone, where receivers run beside Sluice: no stack of a deployment sets it. */
const loopbackWebhooks = () => ({
  [VARIABLES.loopbackWebhooks]: z.pipe(
    z.optional(z.literal('permitted', { error: 'is not "permitted"' })),
    z.transform((value) => value === 'permitted'),
  ),
});

export const managePolicyEnvironment = () =>
  z.object({
    ...caller(),
    ...seals(),
    ...loopbackWebhooks(),
    [VARIABLES.snapshotEverySeconds]: snapshotEverySeconds(),
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.tenants]: text,
  });

/** The routes of deliveries, which also make and show secrets. */
export const manageWebhooksEnvironment = () =>
  z.object({
    [VARIABLES.stage]: text,
    [VARIABLES.reportingTimeZone]: timeZone(),
    ...caller(),
    ...seals(),
    [VARIABLES.webhookKey]: text,
    [VARIABLES.cursorKeySecretArn]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.deliveriesTable]: text,
    [VARIABLES.deliverWebhooksFunction]: text,
    [VARIABLES.tenants]: text,
  });

export const queueDeliveriesEnvironment = () =>
  z.object({
    ...seals(),
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.deliveriesTable]: text,
    [VARIABLES.deliverWebhooksFunction]: text,
  });

export const deliverWebhooksEnvironment = () =>
  z.object({
    ...seals(),
    ...loopbackWebhooks(),
    [VARIABLES.webhookKey]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.deliveriesTable]: text,
  });

export const haltEnvironment = () =>
  z.object({
    ...caller(),
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.tenants]: text,
  });

export const settleEnvironment = () =>
  z.object({
    ...caller(),
    ...seals(),
    ...counts(),
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.tenants]: text,
  });

export const queryLedgerEnvironment = () =>
  z.object({
    [VARIABLES.reportingTimeZone]: timeZone(),
    ...caller(),
    ...seals(),
    ...loopbackWebhooks(),
    [VARIABLES.snapshotEverySeconds]: snapshotEverySeconds(),
    [VARIABLES.eventsTable]: text,
    [VARIABLES.cursorKeySecretArn]: text,
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.tenants]: text,
  });

export const previewPolicyEnvironment = () =>
  z.object({
    [VARIABLES.reportingTimeZone]: timeZone(),
    [VARIABLES.snapshotEverySeconds]: snapshotEverySeconds(),
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.tenants]: text,
  });

function timeZone() {
  return z.string({ error: 'is not set' }).check(z.refine(isTimeZone, 'is no IANA time zone'));
}

/** Whose months are frozen, and when. */
const statements = () => ({
  [VARIABLES.reportingTimeZone]: timeZone(),
  [VARIABLES.statementGraceHours]: z.pipe(
    z.string({ error: 'is not set' }).check(z.regex(/^\d{1,4}$/, 'is no number of hours')),
    z.transform(Number),
  ),
});

const NO_TOLERANCES = 'is no JSON object of currencies with decimal text';

/** Unexplained amounts that are no break, by currency, as JSON. */
const tolerances = () =>
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

export const updateBooksEnvironment = () =>
  z.object({
    ...publishing,
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.seriesTable]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.snapshotRetentionMonths]: retention(),
    [VARIABLES.reconciliationTolerances]: tolerances(),
    ...seals(),
    ...statements(),
  });

export const manageBreaksEnvironment = () =>
  z.object({
    ...caller(),
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.tenants]: text,
  });

export const queryReportsEnvironment = () =>
  z.object({
    ...caller(),
    ...seals(),
    [VARIABLES.ledgerTable]: text,
    ...statements(),
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.seriesTable]: text,
    [VARIABLES.cursorKeySecretArn]: text,
    [VARIABLES.tenants]: text,
    [VARIABLES.exportsBucket]: text,
    [VARIABLES.writeExportFunction]: text,
  });

export const writeExportEnvironment = () =>
  z.object({
    ...seals(),
    [VARIABLES.ledgerTable]: text,
    ...statements(),
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.seriesTable]: text,
    [VARIABLES.exportsBucket]: text,
    [VARIABLES.tenants]: text,
  });

export const readExportEnvironment = () =>
  z.object({
    ...caller(),
    [VARIABLES.exportsBucket]: text,
    [VARIABLES.tenants]: text,
  });

export const watchdogEnvironment = () =>
  z.object({
    ...counts(),
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.sendWithdrawalFunction]: text,
    [VARIABLES.sendTradeFunction]: text,
  });

/** For every function: its metrics name its stage. */
export const observedEnvironment = () => z.object({ [VARIABLES.stage]: text });

export const verifyAuditEnvironment = () => z.object({ [VARIABLES.ledgerTable]: text });

export const deployConsoleEnvironment = () =>
  z.object({
    [VARIABLES.consoleBucket]: text,
    /** Where the console is seen: verifying a deployment finds it here. */
    [VARIABLES.consoleAddress]: text,
  });

export const publishEventsEnvironment = () => z.object(publishing);

export const exportAnalyticsEnvironment = () =>
  z.object({
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.analyticsBucket]: text,
  });

/** A function that was deployed with a variable missing or wrong: reported once, at its start. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/** Reads a function's environment once, at its start. Names the variable, never its value. */
export function readEnvironment<T>(
  schema: () => z.ZodMiniType<T>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): T {
  // Read once: code for this one reading would take longer to make than the reading.
  const parsed = schema().safeParse(environment, { jitless: true });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new EnvironmentError(`the function's environment is not usable: ${problems.join('; ')}`);
}
