import * as z from 'zod/mini';
import '../../treasury/validation/zod-locale.ts';
import { RECENT_SIGN_IN, VARIABLES } from './names.ts';
import {
  caller,
  loopbackWebhooks,
  publishing,
  reader,
  readingKey,
  retention,
  seals,
  service,
  snapshotEverySeconds,
  statements,
  tenantList,
  text,
  timeZone,
  tolerances,
} from './variables.ts';

/* What each function's environment holds. Each is made where it is read, as the variables are. */

/** The tenants that the API chooses from. */
export const tenantsEnvironment = () => z.object({ [VARIABLES.tenants]: tenantList() });

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

/** For every function that puts people on record. */
export const callerEnvironment = () => z.object(caller());

export const takeSnapshotEnvironment = () =>
  z.object({
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.snapshotRetentionMonths]: retention(),
    [VARIABLES.reportingCurrency]: text,
    ...readingKey(),
    ...service(),
  });

export const runSweepsEnvironment = () =>
  z.object({
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.decisionRetentionMonths]: retention(),
    ...seals(),
    ...readingKey(),
  });

export const sendWithdrawalEnvironment = () =>
  z.object({
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    ...service(),
    ...seals(),
    ...readingKey(),
  });

export const sendTradeEnvironment = () =>
  z.object({
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    ...service(),
    ...seals(),
    ...readingKey(),
  });

export const placeTradeEnvironment = () =>
  z.object({
    ...caller(),
    ...seals(),
    ...readingKey(),
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.tenants]: text,
    ...service(),
  });

export const queryMarketEnvironment = () =>
  z.object({
    ...caller(),
    [VARIABLES.tenants]: text,
    [VARIABLES.reportingCurrency]: text,
    [VARIABLES.snapshotsTable]: text,
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

export const managePolicyEnvironment = () =>
  z.object({
    ...caller(),
    ...seals(),
    ...loopbackWebhooks(),
    [VARIABLES.snapshotEverySeconds]: snapshotEverySeconds(),
    [VARIABLES.reportingCurrency]: text,
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
    ...reader(),
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.tenants]: text,
  });

export const queryLedgerEnvironment = () =>
  z.object({
    [VARIABLES.reportingTimeZone]: timeZone(),
    ...caller(),
    ...seals(),
    ...readingKey(),
    ...loopbackWebhooks(),
    [VARIABLES.snapshotEverySeconds]: snapshotEverySeconds(),
    [VARIABLES.reportingCurrency]: text,
    [VARIABLES.eventsTable]: text,
    [VARIABLES.cursorKeySecretArn]: text,
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.tenants]: text,
  });

export const previewPolicyEnvironment = () =>
  z.object({
    ...caller(),
    [VARIABLES.reportingTimeZone]: timeZone(),
    [VARIABLES.snapshotEverySeconds]: snapshotEverySeconds(),
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.tenants]: text,
    ...seals(),
  });

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
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.exportsBucket]: text,
    [VARIABLES.tenants]: text,
  });

export const watchdogEnvironment = () =>
  z.object({
    ...reader(),
    [VARIABLES.snapshotsTable]: text,
    [VARIABLES.ledgerTable]: text,
    [VARIABLES.sendWithdrawalFunction]: text,
    [VARIABLES.sendTradeFunction]: text,
    /** Of the forecast that is kept of each day. */
    [VARIABLES.reportingTimeZone]: text,
    [VARIABLES.snapshotEverySeconds]: snapshotEverySeconds(),
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
    ...seals(),
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
