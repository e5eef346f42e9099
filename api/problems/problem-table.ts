/** The common part of every response with a problem: its HTTP status, and its fault in one line. */
interface Declared {
  readonly status: number;
  readonly title: string;
  /**
   * Seconds after which the same request may succeed, for `Retry-After`; a response may say others. 'varies': with
   * the case, and some responses say none.
   */
  readonly retryAfter?: number | 'varies';
}

/** If others were writing: two rounds of their retries. */
const WRITING_SECONDS = 2;
/** If the service is still being asked. */
const SENDING_SECONDS = 5;
/** If KMS cannot be reached: it throttles by the second, and recovers within some. */
const SEALS_SECONDS = 5;
/** If the store is slow, or told to do too much at once: it grows within seconds. */
const STORE_SECONDS = 3;
/** If the service could not be read. */
const SERVICE_SECONDS = 5;

/**
 * Every problem that the API answers, declared once. A function names a code, and nothing else of this. A code that
 * is not here does not compile; one without a sentence in `problem-help.ts` does not compile either.
 */
export const PROBLEMS = {
  // Every route.
  'not-json': { status: 400, title: 'The body is not JSON' },
  'invalid-body': { status: 422, title: 'The body was not accepted' },
  'amount-invalid': { status: 422, title: 'An amount of the body was not accepted' },
  'content-type-unsupported': { status: 415, title: 'The body is not application/json in UTF-8' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'answer-too-large': { status: 413, title: 'The answer is too large for one response' },
  'invalid-query': { status: 400, title: 'The query was not accepted' },
  'cursor-refused': { status: 400, title: 'The cursor was not accepted' },
  'events-expired': { status: 410, title: 'Events behind this place are no longer kept' },
  'not-an-access-token': { status: 401, title: 'The token is not an access token' },
  'role-missing': { status: 403, title: 'The route is for other roles than yours' },
  'sign-in-too-old': { status: 403, title: 'Above the limit, this takes a recent sign-in' },
  'tenant-refused': { status: 403, title: 'The tenant is not one of yours' },
  'not-found': { status: 404, title: 'There is nothing here' },
  internal: { status: 500, title: 'The request failed inside Sluice' },
  'seals-unavailable': {
    status: 503,
    title: 'The keys of seals cannot be reached',
    retryAfter: SEALS_SECONDS,
  },
  'newer-version': {
    status: 409,
    title: 'This version of Sluice does not read the format of the ledger',
  },
  unreadable: { status: 409, title: 'Something on record that it rests on cannot be read' },
  'store-busy': {
    status: 503,
    title: 'The store does not answer in time',
    retryAfter: STORE_SECONDS,
  },
  'item-too-large': { status: 409, title: 'The item has no room for this' },
  contended: {
    status: 409,
    title: 'Another request was writing at the same time',
    retryAfter: WRITING_SECONDS,
  },
  'secret-for-another': { status: 403, title: 'The secret is for another person' },
  'secret-shown': { status: 409, title: 'The secret was shown before' },
  'webhook-unsealed': { status: 409, title: 'The webhook is not what Sluice wrote' },
  'webhook-paused': { status: 409, title: 'The webhook is paused' },
  'idempotency-key-missing': { status: 400, title: 'The request has no Idempotency-Key' },
  'idempotency-key-invalid': { status: 400, title: 'The Idempotency-Key was not accepted' },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key belongs to a request with another body',
  },
  'in-flight': {
    status: 409,
    title: 'The request with this Idempotency-Key is still running',
    retryAfter: SENDING_SECONDS,
  },
  throttled: { status: 429, title: 'Too many requests of this route', retryAfter: 'varies' },

  // Changes of the policy.
  'if-match-missing': { status: 428, title: 'The request has no If-Match' },
  stale: { status: 412, title: 'The If-Match is not the current ETag' },
  'policy-conflict': { status: 422, title: 'The change does not fit the rest of the policy' },
  exists: { status: 409, title: 'The id is taken by other content' },
  'id-used-before': { status: 409, title: 'The id belonged to something that was deleted' },
  'limit-holds': { status: 409, title: 'Another rule relies on the approval limit of this one' },
  'calendar-in-use': { status: 409, title: 'A rule names the calendar' },
  'too-many-changes': { status: 409, title: 'Too many of your changes wait for a decision' },
  'maker-is-checker': { status: 403, title: 'Another person has to decide this' },
  'made-by-another': { status: 403, title: 'Only its maker can take the change back' },
  'change-closed': { status: 409, title: 'The change is already decided' },
  'change-expired': { status: 409, title: 'The time to decide about the change is over' },
  'halt-changed': { status: 412, title: 'The halt is not the one that you name' },
  'halt-tampered': { status: 409, title: 'Another program than Sluice removed a halt' },
  'halt-not-written': { status: 503, title: 'The halt was not written' },
  'change-superseded': { status: 409, title: 'The change rests on a policy that has changed' },
  'change-unsealed': { status: 409, title: 'The change is not what its maker asked for' },
  'change-conflict': { status: 409, title: 'The change does not fit the policy any more' },

  // Lanes, and rearming a restored ledger.
  'nothing-unbooked': { status: 409, title: 'The balances show everything of this currency' },
  'lane-busy': { status: 409, title: 'A request holds the currency' },
  'unbooked-changed': { status: 412, title: 'The unbooked amounts are not those that you saw' },
  'nothing-to-arm': { status: 409, title: 'No currency can be armed' },
  'amounts-incomplete': { status: 409, title: 'The amounts do not name exactly the currencies' },
  'rearming-changed': { status: 412, title: 'The lanes are not those that you saw' },
  'not-halted': { status: 409, title: 'The treasury is not halted' },

  // Breaks.
  'break-closed': { status: 409, title: 'The break is closed' },
  'break-unexplained': { status: 409, title: 'The break is not explained yet' },
  'break-unbooked': { status: 409, title: 'The break names an unbooked amount' },

  // What people say of breaks and outcomes.
  'too-many-statements': { status: 409, title: 'You have said too much about this one item' },

  // Policy and balances.
  disarmed: { status: 409, title: 'No policy is applied, or the currency is not armed' },
  halted: { status: 409, title: 'Everything, or this currency, is halted' },
  'dry-run': { status: 409, title: 'The mode is dry-run: nothing is sent' },
  'account-unknown': { status: 422, title: 'The account is not registered' },
  'account-cooling-off': { status: 409, title: 'The account is still cooling off' },
  'account-not-active': { status: 422, title: 'The account is not active' },
  'continuation-differs': { status: 409, title: 'The continuation does not belong here' },
  'balance-unknown': { status: 409, title: 'No balance has been read yet' },
  'balance-insufficient': { status: 422, title: 'The balance does not cover the amount' },
  'limit-unknown': { status: 409, title: 'A limit cannot be compared with the amount now' },
  'account-limit': { status: 422, title: 'The limit of the account has no room' },
  'counterparty-limit': { status: 422, title: 'The limit of the counterparty has no room' },
  'outflow-limit': { status: 422, title: 'The limit over all withdrawals has no room' },
  'occurrence-unknown': { status: 422, title: 'The rule has no such occurrence' },
  'occurrence-not-missed': { status: 409, title: 'The rule can still carry the occurrence out' },
  'occurrence-before-rearming': {
    status: 409,
    title: 'The occurrence is older than the rearming of the ledger',
  },
  'occurrence-used': { status: 409, title: 'The occurrence has an instruction already' },

  // Trades.
  'instrument-invalid': { status: 422, title: 'The instrument was not accepted' },
  'side-unknown': { status: 422, title: 'The side is neither buy nor sell' },
  'instrument-not-allowed': { status: 422, title: 'The policy does not list the instrument' },
  'instrument-unknown': { status: 422, title: 'The service quotes no such instrument' },
  'price-stale': { status: 409, title: 'The price is too old to judge the trade by' },
  'price-unusable': { status: 409, title: 'The bid and ask of the service make no sense' },
  'price-jumped': {
    status: 409,
    title: 'A price has jumped since the last snapshot',
    retryAfter: 'varies',
  },
  'price-outside-collar': { status: 422, title: 'The price is outside the collar' },
  'notional-unknown': { status: 422, title: 'The value of the trade is not known' },
  'notional-above-limit': { status: 422, title: 'The trade is worth more than the limit' },
  'rolling-limit-too-small': { status: 422, title: 'The trade is worth more than 24 hours allow' },
  'rolling-limit-reached': {
    status: 429,
    title: 'The limit of rolling 24 hours is reached',
    retryAfter: 'varies',
  },
  'currency-uncertain': {
    status: 409,
    title: 'The outcome of an earlier request of the currency is not known',
  },
  'currency-busy': {
    status: 409,
    title: 'Another request of the currency is running',
    retryAfter: 'varies',
  },
  'too-many-waiting': {
    status: 409,
    title: 'Too many instructions wait for approval',
    retryAfter: 'varies',
  },
  'trade-declined': { status: 409, title: 'The trade was declined' },
  'trade-expired': { status: 409, title: 'The trade was not approved in time' },
  'trade-cancelled': { status: 409, title: 'The trade was cancelled and not sent' },
  'trade-released': { status: 409, title: 'The trade was settled as not executed' },
  'trade-rejected': { status: 502, title: 'The service rejected the trade' },
  'trade-anomaly': { status: 502, title: 'The service answered with another trade' },
  'trade-not-sent': { status: 503, title: 'The trade was not sent' },
  'service-unreachable': {
    status: 503,
    title: 'The service cannot be reached',
    retryAfter: SERVICE_SECONDS,
  },
  'service-timeout': {
    status: 503,
    title: 'The service did not answer in time',
    retryAfter: SERVICE_SECONDS,
  },
  'service-token-refused': {
    status: 503,
    title: 'The service refuses the token',
    retryAfter: SERVICE_SECONDS,
  },
  'service-no-token': {
    status: 503,
    title: 'There is no token for the service',
    retryAfter: SERVICE_SECONDS,
  },
  'service-rate-limited': {
    status: 503,
    title: 'The service limits the rate of requests',
    retryAfter: SERVICE_SECONDS,
  },
  'service-service-error': {
    status: 503,
    title: 'The service failed',
    retryAfter: SERVICE_SECONDS,
  },
  'service-refused': {
    status: 503,
    title: 'The service refused a read',
    retryAfter: SERVICE_SECONDS,
  },
  'service-not-understood': {
    status: 503,
    title: 'The answer of the service is not understood',
    retryAfter: SERVICE_SECONDS,
  },

  // Approving and settling.
  'not-awaiting': { status: 409, title: 'The instruction does not await an approval' },
  'approval-expired': { status: 409, title: 'The time for an approval is over' },
  'not-sealed': { status: 409, title: 'The instruction has no seal' },
  'seal-invalid': { status: 409, title: 'The seal of the instruction does not hold' },
  'content-differs': { status: 412, title: 'The content is not what you approve' },
  'not-cancellable': { status: 409, title: 'The instruction was sent or has ended' },
  'nothing-to-settle': { status: 409, title: 'The outcome is known already' },
  'lane-free': { status: 409, title: 'The balances have freed the currency' },
  'no-evidence': { status: 409, title: 'No balance has been read since the request' },
  'evidence-changed': { status: 412, title: 'The evidence is not what you saw' },
  'in-quarantine': { status: 409, title: 'The request may still be executed' },
  'no-later-balance': { status: 409, title: 'No balance has been read after the quarantine' },
  'reading-differs': { status: 409, title: 'The balances read now differ from the evidence' },
  'no-reading': {
    status: 503,
    title: 'No balances can be had that Sluice has read',
    retryAfter: SERVICE_SECONDS,
  },
  'reading-forged': { status: 409, title: 'The seal over a reading does not hold' },
  'claim-differs': { status: 409, title: 'What stands of the claim is not what Sluice wrote' },
  'proposal-differs': { status: 409, title: 'The first person said something else' },
  'proposed-by-another': { status: 403, title: 'Another person made the proposal' },
  'nothing-proposed': { status: 404, title: 'There is no proposal' },
  'withdrawal-id-mismatch': { status: 422, title: 'The outcome has no withdrawal id' },
  'fill-missing': { status: 422, title: 'The amounts of the executed trade are missing' },
  'fill-mismatch': { status: 422, title: 'The amounts do not fit the requested trade' },
  'withdrawal-known': { status: 422, title: 'The withdrawal belongs to another instruction' },

  // Full exports.
  'format-unavailable': { status: 400, title: 'The report has no such file' },
  'xlsx-too-many-rows': { status: 422, title: 'The report has more rows than a workbook takes' },
  'xlsx-cell-too-long': { status: 422, title: 'A text is too long for a cell' },
  'camt053-currency': { status: 422, title: 'camt.053 cannot carry the reporting currency' },
  'camt053-amount': { status: 422, title: 'An amount is too long for camt.053' },
  'export-failed': { status: 422, title: 'The export could not be written' },
  'export-expired': { status: 410, title: 'The export is no longer stored' },
} as const satisfies Readonly<Record<string, Declared>>;

/** What the table says of a code. */
export function declared(code: ProblemCode): Declared {
  return PROBLEMS[code];
}

/** The identifier that programs use; `urn:sluice:problem:CODE` is the type. */
export type ProblemCode = keyof typeof PROBLEMS;

/** A code that comes as text: from a schema, or from the store. */
export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

/** The URN that RFC 9457 calls the type. */
export function problemType(code: ProblemCode): string {
  return `urn:sluice:problem:${code}`;
}
