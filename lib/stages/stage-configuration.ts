import * as z from 'zod';
import {
  FIELD_PATH_TEXT,
  MAX_HARMLESS_CHARACTERS,
  MAX_HARMLESS_TEXTS,
} from '../../adapters/trading-service/answer-settings.ts';
import { serviceAddressProblem } from '../../adapters/trading-service/service-address.ts';
import { SIDE_CASINGS } from '../../adapters/trading-service/side-casing.ts';
import { FIELD_PATH } from '../../adapters/trading-service/trade-fields.ts';
import { CHANGEABLE_CLAIMS, RECENT_SIGN_IN } from '../../runtime/environment/names.ts';
import { TABLES } from '../access/partitions.ts';
import { alarmSettings, notifications } from './notification-configuration.ts';
import { webFirewallSettings } from './web-firewall-configuration.ts';

/** The stages there are. Each has a file of its name beside this one. */
export const STAGES = ['dev', 'staging', 'prod'] as const;
export type Stage = (typeof STAGES)[number];

/** Minutes between snapshots: only what divides an hour gives ticks at the same minutes of every
 * hour, one of them at midnight, where a month ends. */
const SNAPSHOT_MINUTES = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60] as const;

/** Months for which snapshots can be kept: up to thirty years, longer than any law asks for books. */
const MAX_RETENTION_MONTHS = 360;
const RETENTION = `a whole number of months from 1 to ${MAX_RETENTION_MONTHS}, or "for-ever"`;

/**
 * Hours that a month's statement waits for late data: a day is enough for two people to settle and explain what is
 * open; a month at most, since its readers wait for it.
 */
const DEFAULT_STATEMENT_GRACE_HOURS = 24;
const MAX_STATEMENT_GRACE_HOURS = 31 * 24;
const GRACE = `a whole number of hours from 0 to ${MAX_STATEMENT_GRACE_HOURS}`;

/** Offsets such as "+01:00" have no letter, and are refused: they know no summer time. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** The retentions that CloudWatch Logs knows, in days, from a week up. */
const LOG_RETENTION_DAYS = [
  7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1827, 3653,
] as const;

/** Invocations at once of one function; beyond this one tenant's lanes only wait for each other. */
const MAX_CONCURRENCY = 100;
/** Requests a second through the API: Lambda's and the tables' first quotas lie above it. */
const MAX_REQUESTS_PER_SECOND = 1_000;

const serviceAddress = z.string({ error: 'an https address' }).superRefine((text, context) => {
  const problem = serviceAddressProblem(text);
  if (problem !== null) context.addIssue(`an https address without /v1; this one ${problem}`);
});

const count = (max: number) => {
  const error = `a whole number from 1 to ${max}`;
  return z.int({ error }).min(1, error).max(max, error);
};

const oneOf = <T extends number>(values: readonly T[]) =>
  z.literal(values, { error: `one of ${values.join(', ')}` });

const consoleUrl = z
  .string({ error: 'a list of addresses' })
  .refine(
    (text) => ['https:', 'http:'].includes(URL.parse(text)?.protocol ?? ''),
    'an address such as "https://console.example/"; http:// only for localhost',
  )
  .refine(
    (text) => !text.startsWith('http://') || URL.parse(text)?.hostname === 'localhost',
    'an https address; http:// only for localhost',
  );

/** Origins that may call the API beside the console's own: its copies for tests, a company's portal. Each adds to a header. */
const MAX_CONSOLE_ORIGINS = 10;
const ORIGINS = `a list of at most ${MAX_CONSOLE_ORIGINS} origins`;
const ORIGIN =
  'an origin such as "https://console.example", without a path; http:// only for localhost';

/** As browsers send it: scheme, host and port, in their own spelling, and nothing behind them. */
const consoleOrigin = z.string({ error: ORIGIN }).refine((text) => {
  const url = URL.parse(text);
  // A star would stand for origins that the stage does not name.
  if (url === null || url.origin !== text || text.includes('*')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost');
}, ORIGIN);

const HOST = 'a host name such as "console.example"';
const CERTIFICATE =
  'the ARN of a certificate in us-east-1, such as "arn:aws:acm:us-east-1:111122223333:certificate/..."';

/** The console of the stage (docs/deploying.md). */
const consoleSettings = z.strictObject(
  {
    /** The console's own name; absent: the one that CloudFront gives it. */
    domainName: z
      .string({ error: HOST })
      .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, HOST)
      .exactOptional(),
    /** The certificate of that name: CloudFront takes those of one region only. */
    certificateArn: z
      .string({ error: CERTIFICATE })
      .regex(/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[A-Za-z0-9-]+$/, CERTIFICATE)
      .exactOptional(),
    /** The console's client at an issuer of one's own; our pool makes one. */
    clientId: z.string().min(1, "the console's client at the issuer").exactOptional(),
    /** The scopes of a sign-in, where the issuer wants others than "openid email profile". */
    scope: z.string().min(1, 'scopes, apart by spaces').exactOptional(),
    /** Origins of the issuer's endpoints (its token endpoint, say) that are not the issuer's own. */
    issuerOrigins: z
      .array(consoleOrigin, { error: ORIGINS })
      .max(MAX_CONSOLE_ORIGINS, ORIGINS)
      .default([]),
  },
  { error: 'the settings of the console; {} for the usual ones' },
);

const claimName = z
  .string({ error: 'the name of a claim' })
  .regex(/^[\x21-\x7e]{1,100}$/, 'the name of a claim');
const UNCHANGEABLE = 'a claim that people cannot change, such as "sub" or "oid"';
/** Values stand in one variable, separated by commas. */
const proofValue = z
  .string({ error: 'a text without commas' })
  .regex(/^[^,]{1,100}$/, 'a text without commas');

const identity = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('cognito'),
      /** Pages beside the stage's console that people may come back to from the sign-in. */
      consoleUrls: z.array(consoleUrl, { error: 'a list of addresses' }).default([]),
    }),
    z.strictObject({
      kind: z.literal('oidc'),
      issuer: z
        .string({ error: "the issuer's https address" })
        .refine((text) => URL.parse(text)?.protocol === 'https:', "the issuer's https address"),
      audience: z
        .array(z.string().min(1, 'a name'), { error: 'a list of audiences' })
        .min(1, 'at least one audience'),
      /** The issuer's names for the claims that Sluice reads; by default, those of most issuers. */
      claims: z
        .strictObject({
          /** The claim that a person is known by: one that no user can choose or change. */
          person: claimName
            .refine((claim) => !CHANGEABLE_CLAIMS.includes(claim), UNCHANGEABLE)
            .default('sub'),
          /** The names of a person's groups, as a list. */
          groups: claimName.default('cognito:groups'),
          /** The claim that names a program; absent: `client_id`, else `azp`. */
          program: claimName.exactOptional(),
        })
        .prefault({}),
      /** The claim that the issuer writes for people who signed in, and never for a program. */
      personProof: z
        .strictObject({
          claim: claimName,
          values: z
            .array(proofValue, { error: 'a list of values' })
            .min(1, 'at least one value')
            .exactOptional(),
        })
        .default({ claim: 'auth_time' }),
    }),
  ],
  { error: 'an identity of kind "cognito" or "oidc"' },
);

/** A tenant is one token at the service; its id begins every key, so it stays short and plain. */
const tenantId = z
  .string({ error: 'a name' })
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'a name of small letters, digits and hyphens, at most 31');

/** Tenants of one deployment. Their tokens' places fit into 4 KB, which is all that the variables of a function
 * may be, and their keys into the 10 KB of a role's policy. More of them is another deployment. */
export const MAX_TENANTS = 10;
const TENANTS = `a list of 1 to ${MAX_TENANTS} tenants`;

const VAULT =
  'a vault\'s ARN such as "arn:aws:backup:eu-west-1:111122223333:backup-vault:sluice-prod"';
const VAULT_ARN = /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[A-Za-z0-9_-]{2,50}$/;

const TABLE = `one of the tables ${TABLES.join(', ')}`;
const TIMES = 'how often the table was restored, a whole number from 1';
const RESTORED = 'an object such as { "Ledger": 1 }';

/** Keys of seals beside the one of today. One is enough to exchange a key; a second, for a change of mind. */
const MAX_PREVIOUS_SEAL_KEYS = 2;
const SEAL_KEYS = `a list of at most ${MAX_PREVIOUS_SEAL_KEYS} keys`;
const SEAL_KEY = 'a key\'s ARN such as "arn:aws:kms:eu-central-1:111122223333:key/..."';
const KMS_KEY_ARN = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]+$/;

const fieldPath = z.string().regex(FIELD_PATH, FIELD_PATH_TEXT).exactOptional();

/** The content of a stage's file. Unknown fields are refused. */
export const stageConfiguration = z.strictObject({
  /** The region of the stage; by default, the one in which the deployer is signed in. */
  account: z
    .string({ error: 'the 12 digits of an account, in quotes' })
    .regex(/^\d{12}$/, 'the 12 digits of an account, in quotes')
    .exactOptional(),
  region: z
    .string({ error: 'a region such as "eu-central-1"' })
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region such as "eu-central-1"')
    .exactOptional(),
  /** The tenants of the deployment: each with a token, schedules and keys of its own (docs/tenants.md). */
  tenants: z
    .tuple([tenantId], tenantId, { error: TENANTS })
    .refine((tenants) => tenants.length <= MAX_TENANTS, TENANTS)
    .refine((tenants) => new Set(tenants).size === tenants.length, 'each tenant once'),
  service: z.strictObject({
    use: z.enum(['production', 'sandbox'], { error: '"production" or "sandbox"' }),
    baseUrls: z.strictObject({ production: serviceAddress, sandbox: serviceAddress }),
    /** The token as a query parameter instead of a header. URLs end up in logs: leave it off. */
    queryToken: z.boolean({ error: 'true or false' }).default(false),
    sideCasing: z
      .enum(SIDE_CASINGS, { error: '"capitalised", "lower" or "upper"' })
      .default('capitalised'),
    /** Where the answer to a trade has its fields, as an unknown trade proposes them. The reference does not show it. */
    tradeFields: z
      .strictObject({
        instrumentAt: fieldPath,
        sideAt: fieldPath,
        amountAt: fieldPath,
        idAt: fieldPath,
      })
      .default({}),
    /** Texts and codes of the service's answers that state no failure, although they look like it. */
    harmlessTexts: z
      .array(z.string().min(1).max(MAX_HARMLESS_CHARACTERS))
      .max(MAX_HARMLESS_TEXTS)
      .default([]),
  }),
  reportingCurrency: z
    .string({ error: 'a currency such as "USD"' })
    .regex(/^[A-Z0-9]{1,20}$/, 'a currency in capitals, such as "USD"'),
  snapshotEveryMinutes: oneOf(SNAPSHOT_MINUTES),
  /** How long raw snapshots are kept. Their roll-ups stay for ever. */
  snapshotRetentionMonths: z.union(
    [z.literal('for-ever'), z.int().min(1).max(MAX_RETENTION_MONTHS)],
    { error: RETENTION },
  ),
  /** How long the decisions of each run are kept. Their spans stay for ever. */
  decisionRetentionMonths: z.union(
    [z.literal('for-ever'), z.int().min(1).max(MAX_RETENTION_MONTHS)],
    { error: RETENTION },
  ),
  /** How the books are kept; by default, to the last digit and by the clocks of UTC. */
  books: z
    .strictObject({
      /** Unexplained amounts that are no break, by currency: decimal text. */
      tolerances: z.record(
        z.string().regex(/^[A-Z0-9][A-Z0-9._-]{0,19}$/, 'a currency in capitals, such as "BTC"'),
        z.string().regex(/^(0|[1-9]\d{0,29})(\.\d{1,30})?$/, 'decimal text such as "0.00000001"'),
      ),
      /** Months are bounded by its midnights, beside those of UTC, and frozen. */
      reportingTimeZone: z
        .string({ error: 'an IANA time zone such as "Europe/Zurich"' })
        .refine(isTimeZone, 'an IANA time zone such as "Europe/Zurich"'),
      /** Hours after the end of a month in which late data still enters its statement. */
      statementGraceHours: z
        .int({ error: GRACE })
        .min(0, GRACE)
        .max(MAX_STATEMENT_GRACE_HOURS, GRACE),
    })
    .default({
      tolerances: {},
      reportingTimeZone: 'UTC',
      statementGraceHours: DEFAULT_STATEMENT_GRACE_HOURS,
    }),
  logRetentionDays: oneOf(LOG_RETENTION_DAYS),
  /** The fate of tables, key and people when a stack is deleted: prod must say "retain". */
  data: z.enum(['retain', 'destroy'], { error: '"retain" or "destroy"' }),
  /** Invocations at once of the functions that move money. */
  concurrency: z.strictObject({
    sendWithdrawal: count(MAX_CONCURRENCY),
    placeTrade: count(MAX_CONCURRENCY),
  }),
  api: z.strictObject({
    requestsPerSecond: count(MAX_REQUESTS_PER_SECOND),
    burst: count(MAX_REQUESTS_PER_SECOND),
  }),
  /** A firewall in front of the API, by address (docs/deploying.md); absent: none, and the API is called at its own address. */
  webFirewall: webFirewallSettings.exactOptional(),
  /** The analyst's files, tables and queries (docs/analytics.md). */
  analytics: z.boolean({ error: 'true or false' }).default(false),
  /** A vault of another account, or another region, that every copy of the tables is copied to as well (docs/operations.md). */
  backupCopy: z
    .strictObject(
      { vaultArn: z.string({ error: VAULT }).regex(VAULT_ARN, VAULT) },
      { error: VAULT },
    )
    .exactOptional(),
  /**
   * How often a table was restored in its place: a number that rises changes the templates of the table and of whatever reads
   * its stream, so that a deployment finds the new table (docs/operations.md).
   */
  restoredTables: z
    .partialRecord(z.enum(TABLES, { error: TABLE }), z.int({ error: TIMES }).min(1, TIMES), {
      error: RESTORED,
    })
    .default({}),
  /** Keys before the current one: their seals stay valid (docs/operations.md). */
  previousSealKeys: z
    .array(z.string().regex(KMS_KEY_ARN, SEAL_KEY), { error: SEAL_KEYS })
    .max(MAX_PREVIOUS_SEAL_KEYS, SEAL_KEYS)
    .default([]),
  /** The console of the stage; a stage without this field has none. */
  console: consoleSettings.exactOptional(),
  /** Origins of pages that browsers may call the API from, beside the console and those of `identity.consoleUrls`. */
  consoleOrigins: z
    .array(consoleOrigin, { error: ORIGINS })
    .max(MAX_CONSOLE_ORIGINS, ORIGINS)
    .default([]),
  /** When the alarms go off, and who receives them (docs/operations.md). */
  alarms: alarmSettings,
  /** A dashboard of CloudWatch for the person on call: it has a price of its own (docs/cost.md). */
  dashboard: z.boolean({ error: 'true or false' }).default(false),
  /**
   * A trace of X-Ray for each invocation. Lambda keeps the first of each second and one in twenty of the others, which no one can set:
   * of a function that runs every minute, all of them. So they have a price of their own (docs/cost.md).
   */
  traces: z.boolean({ error: 'true or false' }).default(false),
  notifications,
  /**
   * Whether approving above a limit takes a sign-in of a moment ago, which tokens state as `auth_time`; absent: it is
   * not demanded.
   */
  recentSignIn: z.enum(RECENT_SIGN_IN, { error: '"demanded" or "not-demanded"' }).exactOptional(),
  identity,
});

/** A stage's settings as they were checked. */
export type StageConfiguration = Readonly<z.infer<typeof stageConfiguration>> & {
  readonly stage: Stage;
};

export type ConsoleSettings = z.infer<typeof consoleSettings>;

export type IdentityConfiguration = z.infer<typeof identity>;
