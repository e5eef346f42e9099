import * as z from 'zod/mini';
import type { AnswerFact } from '../../treasury/outcomes/answer-fact.ts';
import type { ServiceTrade } from '../../treasury/outcomes/outcome.ts';
import type { TradeReply } from '../../treasury/outcomes/reply.ts';
import { classifyAttempt } from '../http-client/classify-attempt.ts';
import type { HttpAttempt } from '../http-client/http-attempt.ts';
import { type AnswerSettings, NO_ANSWER_SETTINGS } from './answer-settings.ts';
import { type Execution, executionIn } from './executed-trade.ts';
import { ownState } from './own-state.ts';
import { STATUSES } from './statuses.ts';
import { namedFields, placesIn, type TradeFields } from './trade-fields.ts';

/** Longest id or state that is kept. */
const MAX_WORD_CHARACTERS = 200;

/** Names under which services wrap a single record. */
const WRAPPERS = ['trade', 'order', 'data', 'result'] as const;

/** Wrappers around wrappers: `{"data": {"order": {...}}}` is as deep as it gets. */
const MAX_WRAPPERS = 3;

/** How uuids are written; their letters are read without regard to case. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const recordSchema = z.record(z.string(), z.unknown());
const word = z.nullish(z.string().check(z.maxLength(MAX_WORD_CHARACTERS)));

/** The fields read of a trade record if they exist; a record with another type is not understood. */
const tradeSchema = z.object({
  id: z.union([word, z.int()]),
  state: word,
  status: z.optional(z.unknown()),
  fills: z.nullish(z.array(z.unknown())),
  instrument: word,
  side: word,
  amount: z.nullish(z.string()),
});
type TradeRecord = z.output<typeof tradeSchema>;

/**
 * The result of one POST /v1/trades, in the domain's words. The reference does not show the success body (4.3), so
 * every JSON object in a 200 is read as a trade; the domain judges whether it says that the requested one was made.
 */
export function classifyTrade(
  attempt: HttpAttempt,
  { tradeFields, harmlessTexts }: AnswerSettings = NO_ANSWER_SETTINGS,
): TradeReply {
  return classifyAttempt(attempt, STATUSES, (answer, body) => {
    const read = readTrade(answer, tradeFields);
    if (!read.ok) return read;
    const { whole, record, trade } = read;
    const execution = executionIn(record, trade.fills ?? null);
    const { instrument = null, side = null, amount = null } = trade;
    return {
      ok: true,
      said: {
        trade: keptTrade(trade, execution),
        record: body,
        repeated: { instrument, side, amount },
        filled: execution.filled,
        isIdNamed: tradeFields.idAt !== undefined,
        places: placesIn(whole),
        remains: execution.remains,
        // A wrapper may speak of the failure of what it wraps.
        own: ownState(whole, 'trade', harmlessTexts),
      },
    };
  });
}

type ReadTrade =
  | {
      readonly ok: true;
      readonly whole: Record<string, unknown>;
      readonly record: Record<string, unknown>;
      readonly trade: TradeRecord;
    }
  | {
      readonly ok: false;
      readonly cause: 'invalid-answer' | 'empty-answer';
      readonly found: AnswerFact;
    };

function readTrade(answer: unknown, tradeFields: TradeFields): ReadTrade {
  const whole = recordOf(answer);
  if (whole === null) {
    return { ok: false, cause: 'invalid-answer', found: { code: 'no-object' } };
  }
  const record = unwrap(whole);
  if (Object.keys(record).length === 0) {
    return { ok: false, cause: 'empty-answer', found: { code: 'empty-object' } };
  }
  const parsed = tradeSchema.safeParse({ ...record, ...namedFields(whole, tradeFields) });
  if (parsed.success) return { ok: true, whole, record, trade: parsed.data };
  const fields = parsed.error.issues.map(({ path: [field] }) => String(field));
  return { ok: false, cause: 'invalid-answer', found: { code: 'other-types', fields } };
}

/** A record, or the one record within a list. */
function recordOf(answer: unknown): Record<string, unknown> | null {
  const single = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer;
  const parsed = recordSchema.safeParse(single);
  return parsed.success ? parsed.data : null;
}

/** The content of a wrapper, or the record itself if it is none. */
function unwrap(whole: Record<string, unknown>): Record<string, unknown> {
  let record = whole;
  for (let depth = 0; depth < MAX_WRAPPERS; depth++) {
    const inner = WRAPPERS.map((name) => recordOf(record[name])).find((each) => each !== null);
    if (inner === undefined) break;
    record = inner;
  }
  return record;
}

/** An id that is a number as text; a uuid in lower case, since it is read without regard to case. */
function idOf({ id }: TradeRecord): string | undefined {
  const text = id == null ? '' : String(id).trim();
  if (text === '') return undefined;
  return UUID.test(text) ? text.toLowerCase() : text;
}

function keptTrade(trade: TradeRecord, { known }: Execution): ServiceTrade {
  const { fills } = trade;
  const id = idOf(trade);
  const state = stateOf(trade);
  return {
    ...(id === undefined ? {} : { id }),
    ...(state === undefined ? {} : { state }),
    ...(fills == null ? {} : { fills }),
    ...known,
  };
}

/** Some services say `status` for it. A number there is an HTTP status repeated, not a state. */
function stateOf({ state, status }: TradeRecord): string | undefined {
  if (state != null) return state;
  return typeof status === 'string' && status.length <= MAX_WORD_CHARACTERS ? status : undefined;
}
