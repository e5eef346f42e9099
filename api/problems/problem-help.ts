import type { ProblemCode } from './problem-table.ts';

/*
 * The remedies that docs/problems.md and the OpenAPI document state. Apart from the table, so that no function's
 * bundle carries them.
 */

type Help = { readonly [Code in ProblemCode]?: string };

const EVERY_ROUTE = {
  'not-json': 'Send one JSON object.',
  'invalid-body':
    '`fields` names each field that was not accepted, or that the route does not know.',
  'amount-invalid':
    '`fields` names each amount, price or limit that was not accepted. Its `code` is `decimal-syntax` (not decimal text such as "12.5", or a JSON number), `too-many-digits` (more than 30 before or behind the point), `not-positive` or `negative`.',
  'content-type-unsupported': 'Send `Content-Type: application/json`.',
  'body-too-large': 'Send at most 10,240 bytes; drafts of rules may have 262,144 bytes.',
  'answer-too-large':
    'Ask for less: a page (`limit`), a shorter time, one currency; or let the response be compressed (`Accept-Encoding: br`), or written to a file ([exports](exports.md)).',
  'invalid-query':
    '`fields` names each parameter that was not accepted, or that the route does not know.',
  'cursor-refused':
    'Begin again without a cursor. A cursor belongs to one list with one set of filters, and to the key that signed it: [paging](paging.md).',
  'events-expired':
    'Events are kept for 30 days ([events](events.md)). Read what they were about anew, and go on from `resume`.',
  'not-an-access-token': 'Send the access token that came with the ID token.',
  'role-missing':
    '`fields` names the roles that the route is for: [authorisation](authorisation.md).',
  'sign-in-too-old':
    'Nothing was changed. Sign in again (`sluice login --again`; the console asks), then repeat the request within five minutes: [two people](two-people.md). A token that does not state `auth_time` is refused as well.',
  'tenant-refused':
    '`fields` names the tenants that are yours. An administrator adds you to others: [tenants](tenants.md).',
  'not-found': 'Check the id and the path; the list of the same things has those that exist.',
  internal: 'Quote the `requestId`.',
  'seals-unavailable': 'Nothing was written: repeat the request.',
  unreadable:
    'Nothing was written. `detail` names what cannot be read; [operations](operations.md#an-item-that-cannot-be-read) says how to put it right.',
  'newer-version': 'Nothing was written. Repeat the request once a version runs that reads it.',
  'store-busy':
    'Repeat the request as it was, after the seconds of `Retry-After`: a repeated request is not carried out twice. Whether this one was is not known.',
  'item-too-large':
    'Nothing was written. Send less; if it is refused again, quote the `requestId`.',
  contended: 'Read the item again, then repeat the request.',
  'idempotency-key-missing': 'Send a new key with every new request that moves money.',
  'idempotency-key-invalid': 'Send one key of 1 to 255 visible ASCII characters without a comma.',
  'idempotency-key-reused':
    'Send a new key for another request, or the first body to read its outcome.',
  'in-flight': 'Repeat the request in a few seconds.',
  throttled: 'Wait as long as `Retry-After` says; without it, one second.',
} satisfies Help;

const POLICY = {
  'if-match-missing': 'Read the item, then repeat the request with its `ETag`.',
  stale: 'Read the item again: it has changed. `currentVersion` is its version now, if it has one.',
  'policy-conflict':
    '`fields` names what does not fit, for instance a currency that is not in use: propose another content.',
  exists: 'Replace the item, or choose another id.',
  'id-used-before': 'Choose another id: the old one stays with its history.',
  'limit-holds':
    'The other rule pays to the same account and would let more leave. Give it an approval limit first, or switch this rule off instead.',
  'calendar-in-use':
    'The rules in `detail` name it and would sweep nothing without it: change them first.',
  'too-many-changes': 'At most 20 of your changes may wait: take some back, or have them decided.',
  'maker-is-checker':
    'You made, requested or named it, so another person decides. The maker of a change can take it back.',
  'made-by-another': 'Decline the change instead.',
  'change-closed': 'Read the change: it says who decided what.',
  'change-expired': 'Propose it again: a change waits 72 hours unless the controls say otherwise.',
  'halt-changed': 'Read `GET /v1/controls/halt` again, and repeat the request with its `ETag`.',
  'halt-tampered':
    'Everything is halted. Repeat the halt that was removed, then propose to resume: [operations](operations.md#invalid-seal).',
  'halt-not-written':
    'Repeat the request; or halt without the API: `npm run sluice -- halt --break-glass`.',
  'change-superseded': 'The proposal is closed. Propose it again on the current policy.',
  'change-unsealed': 'Propose it again.',
  'change-conflict': '`fields` names what does not fit: propose another change.',
} satisfies Help;

const LANES = {
  'nothing-unbooked': 'Nothing is left to do.',
  'lane-busy': 'Settle that request first.',
  'unbooked-changed': 'Read the amounts again; `digest` is their current digest.',
  'nothing-to-arm':
    'Every currency is armed, or `notYet` in `GET /v1/lanes/rearm` says what comes first.',
  'amounts-incomplete':
    '`unbooked` names each currency of `rearmable`, with "0" where nothing is unbooked.',
  'rearming-changed': 'Read `GET /v1/lanes/rearm` again.',
  'not-halted':
    'Halt first: otherwise money would leave with the next snapshot. Two people resume when all is well.',
} satisfies Help;

const BREAKS = {
  'break-closed': 'Read the break: it says who closed it.',
  'break-unexplained': 'Explain the break first: [reconciliation](reconciliation.md).',
  'break-unbooked':
    'Conclude the unbooked amount in its lane: `POST /v1/lanes/{currency}/unbooked/conclude`.',
  'too-many-statements':
    'Nothing was changed. What was said last stands, and it can still be ended: another person closes the break, agrees, or says the next.',
} satisfies Help;

const POLICY_AND_BALANCES = {
  disarmed: 'Apply a policy; after a restore, arm the ledger: [operations](operations.md).',
  halted: 'Two people resume.',
  'dry-run': 'Two people change the mode to live.',
  'account-unknown': 'Register the account; another person approves it.',
  'account-cooling-off':
    'Wait until `usableFrom` of the account: 24 hours after it is new or changed, unless the controls say otherwise.',
  'account-not-active': 'Activate the account; another person approves it.',
  'continuation-differs':
    'Begin again without the continuation: it belongs to another backtest, or the policy or a manual rate in its values has changed ([preview](preview.md)).',
  'balance-unknown': 'Wait for the next snapshot.',
  'balance-insufficient': 'Ask for less: amounts already promised are deducted.',
  'limit-unknown':
    'Wait for a snapshot with the price of the currency. After a change of the reporting currency, wait until what left before is out of the window.',
  'account-limit':
    'Ask for at most `numbers.left`, or wait until earlier withdrawals are out of the window; two people raise the limit of the account.',
  'counterparty-limit':
    'Ask for at most what `numbers.left` is worth, or wait until earlier withdrawals are out of the window; two people raise the limit of the counterparty in the controls.',
  'outflow-limit':
    'Ask for at most what `numbers.left` is worth, or wait until earlier withdrawals are out of the window; two people raise the limit in the controls.',
  'occurrence-unknown':
    '`GET /v1/decisions?reason=missed` names the occurrences of rules with a schedule.',
  'occurrence-not-missed': 'Wait: the rule carries it out itself.',
  'occurrence-before-rearming':
    'It may have been carried out. Look at the service, then ask for an ordinary withdrawal.',
  'occurrence-used': 'Read the instruction.',
} satisfies Help;

const TRADES = {
  'instrument-invalid': 'Send BASE/QUOTE of two different currencies, such as "BTC/USD".',
  'side-unknown': 'Send "buy" or "sell".',
  'instrument-not-allowed': 'Two people add the instrument to the controls.',
  'instrument-unknown': '`GET /v1/prices` has the instruments that the service quotes.',
  'price-stale': 'Repeat the request.',
  'price-unusable': 'Repeat the request later.',
  'price-jumped':
    'Repeat the request once the price is back within 25 %, or after three readings at the new level. An approved trade is held instead, for at most 900 s.',
  'price-outside-collar': 'Send a price within the collar; `numbers` has its ends.',
  'notional-unknown': 'Trade an instrument that has a path of prices to the reporting currency.',
  'notional-above-limit': 'Place a smaller trade.',
  'rolling-limit-too-small': 'Place a smaller trade.',
  'rolling-limit-reached':
    'Wait as long as `Retry-After` says; `numbers` says whether the limit is your own or the tenant limit.',
  'currency-uncertain': 'Settle the earlier request first: [settling](settling.md).',
  'currency-busy': 'Repeat the request in a few seconds.',
  'too-many-waiting': 'Approve or decline some of the waiting instructions.',
  'trade-declined': 'Send a new key for another try.',
  'trade-expired': 'Send a new key for another try.',
  'trade-cancelled':
    '`detail` says whether a person or a guard stopped it. Send a new key for another try.',
  'trade-released': 'Send a new key for another try.',
  'trade-rejected': '`detail` says what the service answered. Send a new key for another try.',
  'trade-anomaly': 'Everything is halted; two people settle the trade: [settling](settling.md).',
  'trade-not-sent': 'The service was never reached. Send a new key for another try.',
  'service-unreachable': 'Nothing was sent: repeat the request.',
  'service-timeout': 'Nothing was sent: repeat the request.',
  'service-token-refused': 'Replace the token: [token](token.md).',
  'service-no-token': 'Fill in the token: [token](token.md).',
  'service-rate-limited': 'Nothing was sent: repeat the request.',
  'service-service-error': 'Nothing was sent: repeat the request.',
  'service-refused': 'Quote the `requestId`.',
  'service-not-understood': 'Quote the `requestId`.',
} satisfies Help;

const PEOPLE = {
  'not-awaiting': '`state` is its current state.',
  'approval-expired': 'The next run decides again; or ask again.',
  'not-sealed':
    'It was decided before there were seals, or in another ledger, and is cancelled. Ask again.',
  'seal-invalid':
    'No deciding function wrote it. It is cancelled and everything is halted: [operations](operations.md#invalid-seal).',
  'content-differs': 'Read the instruction again; `content` is its current digest.',
  'not-cancellable': '`state` is its current state.',
  'nothing-to-settle': '`state` is its outcome.',
  'lane-free': 'Nothing is left to settle.',
  'no-evidence': 'Wait for the next snapshot.',
  'evidence-changed': 'Read the evidence again; `evidence` is its current digest.',
  'in-quarantine': 'Wait until the moment in `until`.',
  'no-later-balance': 'Try again after the first snapshot that follows the moment in `until`.',
  'reading-differs':
    'Wait for the next snapshot, and look at the evidence again; nothing has changed.',
  'no-reading': 'Try again; the first word stands.',
  'reading-forged':
    'Everything is halted: find out who has written to the snapshots. While it is halted, the forged reading counts for nothing.',
  'claim-differs':
    'Everything is halted: find out who has written to the ledger. While it is halted, two people settle by the records of the service, and nothing goes back into a limit.',
  'proposal-differs': 'Talk to each other; `proposal` is what the first person said.',
  'proposed-by-another': 'The person who proposed it takes it back.',
  'nothing-proposed': 'Nothing is left to take back.',
  'withdrawal-id-mismatch': 'Leave the withdrawal id out: only an executed withdrawal has one.',
  'fill-missing': 'State base and quote from the records of the service.',
  'fill-mismatch':
    'Only an executed trade has amounts. They are at most the requested amounts, at a price near the limit: `detail` states the accepted range.',
  'withdrawal-known': 'Check the withdrawal id.',
} satisfies Help;

const EXPORTS = {
  'format-unavailable':
    '`detail` says which files the report has. A request is for pages or for a file: [exports](exports.md).',
  'xlsx-too-many-rows': 'Ask for CSV or JSON, or for a shorter range.',
  'xlsx-cell-too-long': 'Ask for CSV or JSON: a cell takes 32,767 characters.',
  'camt053-currency': 'Ask for JSON, CSV or XLSX: camt.053 takes three capital letters.',
  'camt053-amount': 'Ask for JSON, CSV or XLSX: camt.053 takes 18 digits.',
  'export-failed':
    'Where it took longer than one file may (15 minutes), `detail` says what was asked for and how to divide it: ask for two exports, by period. Else reading or writing failed: ask for it again.',
  'export-expired': 'Ask for the report again: an export is stored for 7 days.',
} satisfies Help;

const WEBHOOKS = {
  'secret-for-another':
    'The maker of the change that asked for it is shown the secret. Raise `secretGeneration` for one of your own.',
  'secret-shown':
    'Raise `secretGeneration` of the webhook by one: the maker of that change is shown a new secret.',
  'webhook-unsealed': 'Propose the whole webhook again: [webhooks](webhooks.md).',
  'webhook-paused': 'Propose it with the status `active` again.',
} satisfies Help;

/** The remedy, by code. */
export const PROBLEM_HELP = {
  ...EVERY_ROUTE,
  ...POLICY,
  ...LANES,
  ...BREAKS,
  ...POLICY_AND_BALANCES,
  ...TRADES,
  ...PEOPLE,
  ...EXPORTS,
  ...WEBHOOKS,
} satisfies Readonly<Record<ProblemCode, string>>;

/** The headings of docs/problems.md. */
export const PROBLEM_SECTIONS: Readonly<Record<string, Help>> = {
  'Every route': EVERY_ROUTE,
  'Changes of the policy': POLICY,
  'Lanes, and rearming a restored ledger': LANES,
  Breaks: BREAKS,
  'Policy and balances': POLICY_AND_BALANCES,
  Trades: TRADES,
  'Approving and settling': PEOPLE,
  'Full exports': EXPORTS,
  Webhooks: WEBHOOKS,
};
