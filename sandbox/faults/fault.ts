import * as z from 'zod';
import { positiveDecimalText } from '../../treasury/money/decimal-text.ts';
import {
  FAULT_DURATION_MS_MAX,
  FAULT_TIMES_MAX,
  HOLD_MS_DEFAULT,
  OVERSIZE_BYTES_DEFAULT,
  OVERSIZE_BYTES_MAX,
  SPLIT_PARTS_MAX,
  STATED_CHARACTERS_MAX,
} from '../limits.ts';
import { TRADE_ANSWERS } from '../service/trade-answers.ts';
import { ANSWERED_AMOUNTS, ELSEWHERE } from './elsewhere.ts';
import { MOMENT_FORMS } from './moment-forms.ts';
import { TOKEN_ENCODINGS } from './token-encodings.ts';

const durationMs = z.int().min(0).max(FAULT_DURATION_MS_MAX);
/** How long a hanging connection is held before it is closed. */
const holdMs = durationMs.default(HOLD_MS_DEFAULT);
/** How a connection is cut: by a reset (RST) or by an orderly end (FIN). */
const ending = z.enum(['reset', 'close']).default('reset');
/** Of an answer. A currency's may begin with a digit. */
/** What says that a page is not all: a field of the answer, or a header. */
export const FIRST_PAGES = [
  ...(['next', 'pages', 'hasMore'] as const),
  ...(['link', 'x-total-count', 'x-next-page'] as const),
] as const;
export type FirstPage = (typeof FIRST_PAGES)[number];

const fieldName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_]{0,39}$/, 'expected the name of a field');
/** Whether the request is executed although its answer is spoiled. */
const execute = z.boolean().default(true);

/**
 * A fault, by what the client sees. "Executes" means: exactly as without a fault, which for a
 * request that would have been refused is nothing.
 */
const fault = z.discriminatedUnion('kind', [
  /** Executes, then never answers. */
  z.strictObject({ kind: z.literal('execute-then-hang'), holdMs }),
  /** Executes, then cuts the connection before the first byte of the answer. */
  z.strictObject({ kind: z.literal('execute-then-reset-before-headers'), ending }),
  /** Executes, sends the header and half of the body, then cuts the connection. */
  z.strictObject({ kind: z.literal('execute-then-reset-in-body'), ending }),
  /**
   * Never answers, and executes `delayMs` after the request was received or after the client
   * went away. With a data file the execution survives a restart.
   */
  z.strictObject({
    kind: z.literal('execute-late'),
    delayMs: durationMs,
    after: z.enum(['received', 'client-gone']).default('received'),
    connection: z.enum(['hang', 'reset', 'close']).default('hang'),
    holdMs,
  }),
  /** Reads the request, never executes, and closes the connection after a while. */
  z.strictObject({ kind: z.literal('drop-silently'), closeAfterMs: durationMs.default(1_000) }),
  z.strictObject({ kind: z.literal('hang-without-execution'), holdMs }),
  z.strictObject({ kind: z.literal('reset-without-execution'), ending }),
  /** Answers with a status of errors; executed or not, as it says. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    retryAfterSeconds: z.int().min(0).max(86_400).exactOptional(),
    execute: z.boolean().default(false),
    /** Text is sent as it is; anything else as JSON; absent: a problem body. */
    body: z.json().exactOptional(),
  }),
  z.strictObject({ kind: z.literal('empty-200'), execute }),
  /** Half of the JSON: whole by its framing, or announced longer than it is. */
  z.strictObject({
    kind: z.literal('truncated-200'),
    execute,
    framing: z.enum(['complete', 'short']).default('complete'),
  }),
  z.strictObject({ kind: z.literal('html-200'), execute }),
  /** The right fields with the wrong JSON types: amounts as numbers, identifiers as numbers. */
  z.strictObject({ kind: z.literal('wrong-types-200'), execute }),
  /** A valid answer that contradicts the request. */
  z.strictObject({
    kind: z.literal('contradicting-200'),
    what: z.enum(['amount', 'account', 'currency', 'duplicate-id', 'none']),
    execute,
  }),
  /** Executes, waits, then answers. */
  z.strictObject({ kind: z.literal('slow'), delayMs: durationMs }),
  /** Executes, sends the header at once and the body in drips. */
  z.strictObject({ kind: z.literal('slow-body'), delayMs: durationMs }),
  /** A right answer behind megabytes of white space; `declared`: with a Content-Length. */
  z.strictObject({
    kind: z.literal('oversize-body'),
    bytes: z.int().min(1).max(OVERSIZE_BYTES_MAX).default(OVERSIZE_BYTES_DEFAULT),
    declared: z.boolean().default(false),
    execute,
  }),
  z.strictObject({
    kind: z.literal('redirect'),
    location: z
      .string()
      .min(1)
      .max(2_000)
      .regex(/^[\x21-\x7e]+$/, 'expected a location without spaces'),
    status: z.union([301, 302, 303, 307, 308].map((status) => z.literal(status))).default(307),
    execute: z.boolean().default(false),
  }),
  /**
   * Answers well and promises to keep the connection, then closes it after `idleMs`. A request
   * that reuses it before that is reset and not executed.
   */
  z.strictObject({ kind: z.literal('stale-keep-alive'), idleMs: durationMs.default(50) }),
  /** A valid 200 with a state of its own: "failed", "pending", an unknown word. */
  z.strictObject({
    kind: z.literal('stated-200'),
    state: z.string().max(STATED_CHARACTERS_MAX),
    /** The field that says it; of a trade the sandbox's own is `state`. */
    field: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, 'expected the name of a field')
      .default('state'),
    execute,
  }),
  /**
   * A trade of which only a part is filled, or nothing (0). The rest is filled `restAfterMs` later, at
   * the same price, where the market still takes it; absent: never.
   */
  z.strictObject({
    kind: z.literal('trade-left-open'),
    filledPercent: z.int().min(0).max(99).default(0),
    state: z.string().max(STATED_CHARACTERS_MAX).default('open'),
    restAfterMs: durationMs.exactOptional(),
  }),
  /**
   * A trade whose answer has another shape than the sandbox's own: an id alone, an acknowledgement, a failure in a 200, fills
   * that are none of this trade. Of anything else: a right answer.
   */
  z.strictObject({
    kind: z.literal('reshaped-trade-200'),
    shape: z.enum(TRADE_ANSWERS),
    execute,
  }),
  /** One entry of the prices is impossible; all others are right. Of anything else: a right answer. */
  z.strictObject({
    kind: z.literal('bad-price-200'),
    what: z.enum(['crossed', 'zero', 'negative', 'no-number', 'one-side-missing']),
    /** Absent: the first. */
    instrument: z.string().exactOptional(),
  }),
  /** Prices or balances are `factor` times as large, of one instrument or currency or of all. */
  z.strictObject({
    kind: z.literal('jumped-200'),
    of: z.string().exactOptional(),
    factor: z._default(positiveDecimalText, '10'),
  }),
  /**
   * The price of an instrument comes another way: not at all, as its inverse instead of it or beside it, or over a third
   * currency instead; `factor` times what it should be that way. Beside its inverse the instrument itself is `besideFactor` times
   * what it should be. Of anything but prices: a right answer.
   */
  z.strictObject({
    kind: z.literal('other-path-200'),
    instrument: z
      .string()
      .regex(/^[A-Z0-9]+\/[A-Z0-9]+$/, 'expected an instrument such as BTC/USD'),
    what: z.enum(['gone', 'inverse-instead', 'inverse-beside', 'crossed-instead']),
    factor: z._default(positiveDecimalText, '1'),
    besideFactor: z._default(positiveDecimalText, '1'),
    /** The third currency of `crossed-instead`. */
    over: z.string().default('XXX'),
  }),
  /** A failure that is told with a 200, in a body of your choice, instead of the answer. */
  z.strictObject({
    kind: z.literal('failure-200'),
    body: z.json().default({ success: false, message: 'maintenance', code: 503 }),
    execute: z.boolean().default(false),
  }),
  /** Half of the balances or prices, and a field or a header that says that there are more. */
  z.strictObject({
    kind: z.literal('first-page-200'),
    by: z.enum(FIRST_PAGES).default('next'),
  }),
  /** Balances or prices without an entry: the one of a name (absent: the first), those of zero, or all. */
  z.strictObject({
    kind: z.literal('left-out-200'),
    what: z.enum(['one', 'zeros', 'all']).default('one'),
    name: z.string().exactOptional(),
  }),
  /** The first field of this name stands twice: before it with `value`. `escaped`: its first letter as an escape. */
  z.strictObject({
    kind: z.literal('name-twice-200'),
    name: fieldName.default('amount'),
    value: z.json().default('1'),
    escaped: z.boolean().default(false),
    execute,
  }),
  /** Every field of this name is there, and null. */
  z.strictObject({ kind: z.literal('null-200'), name: fieldName, execute }),
  /** The moments of a withdrawal in another form of ISO 8601, or in none; `last-week` is another moment. */
  z.strictObject({ kind: z.literal('moment-200'), form: z.enum(MOMENT_FORMS), execute }),
  /** A withdrawal whose answer says that it went to another place than the registered one, or does not say. */
  z.strictObject({ kind: z.literal('elsewhere-200'), what: z.enum(ELSEWHERE), execute }),
  /** A withdrawal whose answer states less than was asked for. */
  z.strictObject({ kind: z.literal('amount-200'), as: z.enum(ANSWERED_AMOUNTS), execute }),
  /** Codes in small letters, or every entry of balances and prices a second time with them. */
  z.strictObject({
    kind: z.literal('case-200'),
    what: z.enum(['small', 'both']).default('small'),
    execute,
  }),
  /** Balances whose total is not what is available and locked, of one currency or of all. */
  z.strictObject({
    kind: z.literal('contradicting-figures-200'),
    of: z.string().exactOptional(),
  }),
  /** Balances or prices with fields beside them that are none: time, id, ok, date, count. */
  z.strictObject({ kind: z.literal('beside-200') }),
  /** The answer repeats the request's token, in one of the ways that texts are encoded. */
  z.strictObject({
    kind: z.literal('echoed-token'),
    encoding: z.enum(TOKEN_ENCODINGS).default('plain'),
    /** 200: the right answer with the token in a field beside; else a problem that says it. */
    status: z.int().min(200).max(599).default(401),
    execute: z.boolean().default(false),
  }),
  /** Not a fault of the wire: the withdrawal comes back as several that add up. */
  z.strictObject({
    kind: z.literal('split-withdrawals'),
    parts: z.int().min(2).max(SPLIT_PARTS_MAX).default(2),
  }),
]);
export type Fault = z.output<typeof fault>;
export type FaultInput = z.input<typeof fault>;

export const FAULT_KINDS = fault.options.map((option) => option.shape.kind.value);
export type FaultKind = Fault['kind'];

const ON = /^(?:\*|(?:GET|POST|\*) \/v1\/(?:prices|balances|trades|withdrawals|\*))$/;

/** Which requests a fault meets: `after` matching ones pass first, then it meets `times` of them. */
export const faultRule = z.strictObject({
  on: z.string().regex(ON, {
    message:
      'expected "*" or a method and a path such as "POST /v1/withdrawals", "GET /v1/*", "* /v1/balances"',
  }),
  fault,
  times: z.int().min(1).max(FAULT_TIMES_MAX).default(1),
  after: z.int().min(0).max(FAULT_TIMES_MAX).default(0),
});
export type FaultRule = z.output<typeof faultRule>;
export type FaultRuleInput = z.input<typeof faultRule>;

export const queuedFault = faultRule.extend({ id: z.string() });
export type QueuedFault = z.output<typeof queuedFault>;
