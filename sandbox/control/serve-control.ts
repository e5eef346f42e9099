import * as z from 'zod';
import { bookingMode } from '../booking/booking-mode.ts';
import { movementRequest } from '../books/books.ts';
import { faultRule } from '../faults/fault.ts';
import { clearFaults, queueFault } from '../faults/fault-queue.ts';
import { tokenFingerprint } from '../journal/journal-entry.ts';
import { FAULT_RULES_MAX } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Answer, jsonResponse, problem } from '../service/answer.ts';
import { refusals } from '../service/refusals.ts';
import { parseBody } from '../service/request-body.ts';
import { sandboxState } from '../state-view.ts';
import type { Exchange } from '../transport/exchange.ts';
import { isJsonMediaType, readBody } from '../transport/request-bytes.ts';
import { refuseStrangers } from './refuse-strangers.ts';
import { tokenText } from './token-text.ts';

type Control = (sandbox: Sandbox, body: string, query: URLSearchParams) => Answer;

/** How the sandbox is steered and watched. None of it is part of the reference. */
const CONTROLS: Readonly<Record<string, Readonly<Record<string, Control>>>> = {
  '/control/journal': { GET: readJournal },
  '/control/state': { GET: readState },
  '/control/faults': { GET: readFaults, POST: addFault, DELETE: dropFaults },
  '/control/booking': { GET: readBooking, POST: setBooking },
  '/control/refusals': { GET: readRefusals, POST: setRefusals },
  '/control/deposit': { POST: (sandbox, body) => moveMoney(sandbox, 'deposit', body) },
  '/control/debit': { POST: (sandbox, body) => moveMoney(sandbox, 'debit', body) },
  '/control/tokens': { POST: rotateToken },
};

const rotation = z.strictObject({ token: tokenText, keepPrevious: z.boolean().default(false) });
const journalQuery = z.coerce.number().pipe(z.int().min(0));

/** Serves a request to /control. It needs no token; `refuseStrangers` decides who may call. */
export async function serveControl(sandbox: Sandbox, exchange: Exchange, url: URL): Promise<void> {
  const { request } = exchange;
  const refusal = refuseStrangers(request);
  if (refusal !== null) return exchange.send(refusal);
  const methods = Object.hasOwn(CONTROLS, url.pathname) ? CONTROLS[url.pathname] : undefined;
  if (methods === undefined) return exchange.send(problem('unknown-path', `no ${url.pathname}`));
  const control = methods[request.method ?? ''];
  if (control === undefined) {
    const allow = Object.keys(methods).join(', ');
    return exchange.send(problem('method-not-allowed', `use ${allow}`, { allow }));
  }
  const body = await readBody(request);
  if (body.outcome === 'client-gone') return;
  if (body.outcome === 'too-large') {
    return exchange.send(problem('body-too-large', 'a request body holds at most 64 KiB'));
  }
  if (request.method === 'POST' && !isJsonMediaType(request.headers['content-type'])) {
    const detail = 'send Content-Type: application/json';
    return exchange.send(problem('unsupported-media-type', detail));
  }
  const text = body.outcome === 'read' ? body.text : '';
  exchange.send(control(sandbox, text, url.searchParams));
}

/** Entries after `after`, oldest first; `next` is what to ask for next. */
function readJournal({ books }: Sandbox, _body: string, query: URLSearchParams): Answer {
  const after = journalQuery.safeParse(query.get('after') ?? '0');
  if (!after.success) return problem('malformed-request', 'after: expected a sequence number');
  const { journal, journalDropped } = books.state;
  const entries = journal.filter(({ seq }) => seq > after.data);
  return jsonResponse({
    entries,
    next: entries.at(-1)?.seq ?? after.data,
    dropped: journalDropped,
  });
}

function readState(sandbox: Sandbox): Answer {
  return jsonResponse(sandboxState(sandbox, sandbox.tokens.digests()));
}

function readFaults({ books }: Sandbox): Answer {
  return jsonResponse({ faults: books.state.faults });
}

function addFault({ books }: Sandbox, body: string): Answer {
  const parsed = parseBody(faultRule, body);
  if (!parsed.ok) return parsed.answer;
  const queued = queueFault(books, parsed.value);
  if (queued === null) return problem('queue-full', `${FAULT_RULES_MAX} faults are waiting`);
  return jsonResponse(queued, 201);
}

function dropFaults({ books }: Sandbox): Answer {
  return jsonResponse({ cleared: clearFaults(books) });
}

function readBooking({ books }: Sandbox): Answer {
  return jsonResponse(books.state.bookingMode);
}

/** How executions from now on are booked; what is left out is as at the start. */
function setBooking({ books }: Sandbox, body: string): Answer {
  const parsed = parseBody(bookingMode, body);
  if (!parsed.ok) return parsed.answer;
  books.record({ record: 'booking-set', mode: parsed.value });
  return jsonResponse(parsed.value, 201);
}

function readRefusals({ books }: Sandbox): Answer {
  return jsonResponse(books.state.refusals);
}

/** What is refused from now on; what is left out is not. */
function setRefusals({ books }: Sandbox, body: string): Answer {
  const parsed = parseBody(refusals, body);
  if (!parsed.ok) return parsed.answer;
  books.record({ record: 'refusals-set', refusals: parsed.value });
  return jsonResponse(parsed.value, 201);
}

function moveMoney(sandbox: Sandbox, kind: 'deposit' | 'debit', body: string): Answer {
  const parsed = parseBody(movementRequest, body);
  if (!parsed.ok) return parsed.answer;
  const outcome = sandbox.books.move(kind, 'control', parsed.value, sandbox.clock());
  if (outcome.ok) return jsonResponse(outcome.movement, 201);
  switch (outcome.code) {
    case 'invalid':
      return problem('invalid-body', outcome.detail);
    case 'too-fine':
      return problem('amount-too-fine', outcome.detail);
    case 'insufficient-balance':
      return problem('insufficient-balance', outcome.detail);
    default:
      return outcome.code satisfies never;
  }
}

/** Replaces the accepted token; the answer holds its fingerprint, as the journal shows it. */
function rotateToken({ tokens }: Sandbox, body: string): Answer {
  const parsed = parseBody(rotation, body);
  if (!parsed.ok) return parsed.answer;
  const { token, keepPrevious } = parsed.value;
  tokens.rotate(token, keepPrevious);
  return jsonResponse({ tokenFingerprint: tokenFingerprint(token) }, 201);
}
