import { type Answer, json, type Problem, problemAnswer } from '../../api/problems/problem.ts';
import { serviceUnreadable } from '../../api/problems/service-unreadable.ts';
import { instructionView } from '../../api/responses/instruction-view.ts';
import type { Instruction, InstructionState } from '../../treasury/instructions/instruction.ts';
import type { TradeResult } from '../../treasury/trades/place-trade.ts';
import type { TradeRefusal, TradeRefusalCode } from '../../treasury/trades/trade-refusal.ts';

/** Seconds a caller is told to wait where the same request may do better in a moment. */
const RETRY_AFTER_SECONDS = '5';

/** The header that says: this was answered from the record, nothing was sent for this request. */
const REPLAYED = { 'idempotent-replayed': 'true' } as const;

const REFUSAL_STATUS: Readonly<Record<TradeRefusalCode, number>> = {
  disarmed: 409,
  halted: 409,
  'dry-run': 409,
  'instrument-not-allowed': 422,
  'instrument-unknown': 422,
  'price-stale': 409,
  'price-unusable': 409,
  'price-jumped': 409,
  'price-outside-collar': 422,
  'currency-uncertain': 409,
  'currency-busy': 409,
  'notional-unknown': 422,
  'notional-above-limit': 422,
  'rolling-limit-too-small': 422,
  'rolling-limit-reached': 429,
  'balance-insufficient': 422,
  'too-many-waiting': 409,
};

/** The one table from what became of a trade to HTTP. */
export function answerOf(result: TradeResult, requestId: string): Answer {
  switch (result.result) {
    case 'concluded':
      return concluded(result.instruction, result.replayed, requestId);
    case 'awaiting-approval':
      return json(202, instructionView(result.instruction), headersOf(result));
    case 'in-flight':
      return problemAnswer(
        {
          status: 409,
          code: 'in-flight',
          title: 'A request with this Idempotency-Key is being carried out',
          headers: { 'retry-after': RETRY_AFTER_SECONDS },
          members: { instructionId: result.instruction.id },
        },
        requestId,
      );
    case 'key-reused':
      return problemAnswer(
        {
          status: 422,
          code: 'idempotency-key-reused',
          title: 'This Idempotency-Key belongs to a request with another body',
          detail: 'Use a new key for another trade, or repeat the first body for its outcome.',
          members: { instructionId: result.instructionId },
        },
        requestId,
      );
    case 'refused':
      return problemAnswer(refused(result.refusal), requestId);
    case 'service-unreadable':
      return problemAnswer(
        serviceUnreadable(result, 'The service could not be read, so nothing was sent'),
        requestId,
      );
    case 'contended':
      return problemAnswer(
        {
          status: 409,
          code: 'contended',
          title: 'The balances kept changing while the trade was decided; nothing was sent',
          headers: { 'retry-after': RETRY_AFTER_SECONDS },
        },
        requestId,
      );
    default:
      return result satisfies never;
  }
}

function refused({ code, words, numbers, retryAfterSeconds }: TradeRefusal): Problem {
  return {
    status: REFUSAL_STATUS[code],
    code,
    title: 'The trade was refused and nothing was sent',
    detail: words,
    ...(numbers === undefined ? {} : { members: { numbers } }),
    ...(retryAfterSeconds === undefined
      ? {}
      : { headers: { 'retry-after': `${retryAfterSeconds}` } }),
  };
}

interface Ended {
  readonly status: number;
  readonly title: string;
  /** The key answers with this for ever, and another try may do better. */
  readonly isOver?: true;
}

/** A trade that did not end in the caller's favour, or not yet: each with a code, `trade-STATE`. */
const ENDED: Readonly<Record<Exclude<InstructionState, Shown>, Ended>> = {
  rejected: { status: 502, title: 'The service rejected the trade', isOver: true },
  anomaly: { status: 502, title: 'The service answered with another trade; everything is halted' },
  'not-sent': {
    status: 503,
    title: 'The service could not be reached: proven not sent',
    isOver: true,
  },
  declined: { status: 409, title: 'The trade was declined', isOver: true },
  expired: { status: 409, title: 'Nobody approved the trade in time', isOver: true },
  cancelled: { status: 409, title: 'The trade was cancelled and nothing was sent', isOver: true },
  released: { status: 409, title: 'The trade was not executed, as was settled', isOver: true },
};

/** States that are answered with the record itself, or before a trade has ended. */
type Shown = 'confirmed' | 'unknown' | 'proposed' | 'awaiting-approval' | 'approved' | 'sending';

function headersOf({
  instruction,
  replayed,
}: {
  readonly instruction: Instruction;
  readonly replayed: boolean;
}): Readonly<Record<string, string>> {
  return { location: `/v1/trades/${instruction.id}`, ...(replayed ? REPLAYED : {}) };
}

function concluded(instruction: Instruction, replayed: boolean, requestId: string): Answer {
  const headers = headersOf({ instruction, replayed });
  const { status, id } = instruction;
  switch (status.state) {
    case 'confirmed':
      return json(201, instructionView(instruction), headers);
    case 'unknown':
    case 'proposed':
    case 'awaiting-approval':
    case 'approved':
    case 'sending':
      return json(202, instructionView(instruction), headers);
    default: {
      const { status: code, title, isOver } = ENDED[status.state];
      const said =
        'evidence' in status ? status.evidence : (instruction.history.at(-1)?.words ?? '');
      return problemAnswer(
        {
          status: code,
          code: `trade-${status.state}`,
          title,
          detail: isOver === true ? `${said} ${NEW_KEY}` : said,
          headers,
          members: { instructionId: id, state: status.state },
        },
        requestId,
      );
    }
  }
}

/** A key stands for one trade for ever: who tries again under it only hears of this one again. */
const NEW_KEY =
  'To try again, use a new Idempotency-Key: this one answers with this outcome for ever.';
