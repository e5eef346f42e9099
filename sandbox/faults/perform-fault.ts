import type { Answered } from '../journal/journal-entry.ts';
import { type Answer, jsonResponse, problemResponse } from '../service/answer.ts';
import type { ServiceRequest } from '../service/service.ts';
import type { Ending, Exchange } from '../transport/exchange.ts';
import type { Timers } from '../transport/timers.ts';
import { badlyPriced, byOtherPath, jumped } from './bad-figures.ts';
import { echoing } from './echo-token.ts';
import { elsewhere, otherwiseStated } from './elsewhere.ts';
import type { Fault } from './fault.ts';
import { retold } from './retell-answer.ts';
import { contradicted, emptied, html, truncated, wronglyTyped } from './spoil-answer.ts';
import { reshaped, stated, unfilled } from './state-answer.ts';

type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>;

/** How a request is executed, if not in the usual way. */
export type Execution = Pick<ServiceRequest, 'splitInto' | 'filled'>;

/** One request that meets a fault, and what may be done with it. */
export interface FaultScene {
  readonly exchange: Exchange;
  readonly timers: Timers;
  /** Executes the request, as if there were no fault, and answers what would have been answered. */
  readonly execute: (how?: Execution) => Answer;
  /** The answer that executing it would give, without executing it. */
  readonly pretend: () => Answer;
  /** The token that the request showed. */
  readonly token: string | null;
  /** Promises to execute it later; of a trade, the part that is given in percent. */
  readonly executeLate: (fault: FaultOf<'execute-late'>, percent?: number) => void;
  /** Writes down what the client gets. Always before it gets it. */
  readonly mark: (answered: Answered) => void;
  /** Identifier of the newest earlier withdrawal or trade of this endpoint. */
  readonly earlierId: () => string | undefined;
  /** Remembers that a connection must not be used again. */
  readonly goStale: () => void;
}

/** Does to a request what its fault says. */
export async function performFault(fault: Fault, scene: FaultScene): Promise<void> {
  switch (fault.kind) {
    case 'execute-then-hang':
      scene.execute();
      return hang(scene, fault.holdMs);
    case 'hang-without-execution':
      return hang(scene, fault.holdMs);
    case 'drop-silently':
      return hang(scene, fault.closeAfterMs);
    case 'execute-then-reset-before-headers':
      scene.execute();
      return cut(scene, fault.ending);
    case 'reset-without-execution':
      return cut(scene, fault.ending);
    case 'execute-then-reset-in-body':
      return cutInBody(scene, scene.execute(), fault.ending);
    case 'execute-late':
      scene.executeLate(fault);
      return fault.connection === 'hang' ? hang(scene, fault.holdMs) : cut(scene, fault.connection);
    case 'status':
      return answerStatus(scene, fault);
    case 'redirect':
      if (fault.execute) scene.execute();
      return send(scene, { status: fault.status, headers: { location: fault.location }, body: '' });
    case 'slow':
      return answerSlowly(scene, fault.delayMs);
    case 'slow-body':
      return dripAnswer(scene, fault.delayMs);
    case 'oversize-body':
      return answerOversize(scene, fault);
    case 'stale-keep-alive':
      return answerThenGoStale(scene, fault.idleMs);
    case 'split-withdrawals':
      return send(scene, scene.execute({ splitInto: fault.parts }));
    case 'trade-left-open':
      return leaveOpen(scene, fault);
    case 'stated-200':
      return send(scene, stated(executeOrPretend(scene, fault), fault));
    case 'reshaped-trade-200':
      return send(scene, reshaped(executeOrPretend(scene, fault), fault));
    case 'bad-price-200':
      return send(scene, badlyPriced(scene.execute(), fault));
    case 'jumped-200':
      return send(scene, jumped(scene.execute(), fault));
    case 'other-path-200':
      return send(scene, byOtherPath(scene.execute(), fault));
    case 'echoed-token':
      return send(scene, echoing(executeOrPretend(scene, fault), fault, scene.token ?? ''));
    case 'failure-200':
    case 'name-twice-200':
    case 'null-200':
    case 'moment-200':
    case 'case-200':
      return send(scene, retold(executeOrPretend(scene, fault), fault));
    case 'elsewhere-200':
      return send(scene, elsewhere(executeOrPretend(scene, fault), fault.what));
    case 'amount-200':
      return send(scene, otherwiseStated(executeOrPretend(scene, fault), fault.as));
    case 'first-page-200':
    case 'left-out-200':
    case 'contradicting-figures-200':
    case 'beside-200':
      return send(scene, retold(scene.execute(), fault));
    case 'empty-200':
    case 'truncated-200':
    case 'html-200':
    case 'wrong-types-200':
    case 'contradicting-200':
      return answerSpoiled(scene, fault);
    default:
      return fault satisfies never;
  }
}

type SpoiledAnswer = FaultOf<
  'empty-200' | 'truncated-200' | 'html-200' | 'wrong-types-200' | 'contradicting-200'
>;

function answerSpoiled(scene: FaultScene, fault: SpoiledAnswer): void {
  const earlierId = scene.earlierId();
  const answer = executeOrPretend(scene, fault);
  if (fault.kind === 'truncated-200' && fault.framing === 'short') {
    cutInBody(scene, { ...answer, status: 200 }, 'close');
  } else {
    send(scene, spoiled(fault, answer, earlierId));
  }
}

function spoiled(fault: SpoiledAnswer, answer: Answer, earlierId: string | undefined): Answer {
  switch (fault.kind) {
    case 'empty-200':
      return emptied();
    case 'truncated-200':
      return truncated(answer);
    case 'html-200':
      return html();
    case 'wrong-types-200':
      return wronglyTyped(answer);
    case 'contradicting-200':
      return contradicted(answer, fault.what, earlierId);
    default:
      return fault satisfies never;
  }
}

function executeOrPretend(scene: FaultScene, { execute }: { readonly execute: boolean }): Answer {
  return execute ? scene.execute() : scene.pretend();
}

/** Fills a part of a trade, and promises the rest where there is one to come. */
function leaveOpen(scene: FaultScene, fault: FaultOf<'trade-left-open'>): void {
  const { filledPercent: percent, state, restAfterMs } = fault;
  const answer = percent === 0 ? scene.pretend() : scene.execute({ filled: { percent, state } });
  if (restAfterMs !== undefined) {
    const late = { kind: 'execute-late', delayMs: restAfterMs, after: 'received' } as const;
    scene.executeLate({ ...late, connection: 'hang', holdMs: 0 }, 100 - percent);
  }
  send(scene, percent === 0 ? unfilled(answer, state) : answer);
}

function answerStatus(scene: FaultScene, fault: FaultOf<'status'>): void {
  if (fault.execute) scene.execute();
  const { status, retryAfterSeconds: seconds } = fault;
  const retryAfter = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  send(scene, statusAnswer(status, fault.body, retryAfter));
}

/** Text is sent as text, other JSON as JSON, and without either there is a problem body. */
function statusAnswer(
  status: number,
  body: FaultOf<'status'>['body'],
  headers: Readonly<Record<string, string>>,
): Answer {
  if (body === undefined) {
    const detail = 'the sandbox was asked to answer so';
    return problemResponse(
      status,
      { type: 'about:blank', title: 'Fault on demand', detail },
      headers,
    );
  }
  if (typeof body !== 'string') {
    const answer = jsonResponse(body, status);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  }
  return { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body };
}

async function answerSlowly(scene: FaultScene, delayMs: number): Promise<void> {
  const answer = scene.execute();
  await scene.timers.wait(delayMs);
  if (scene.exchange.clientIsGone) scene.mark('client-gone');
  else send(scene, answer);
}

async function dripAnswer(scene: FaultScene, delayMs: number): Promise<void> {
  const answer = scene.execute();
  scene.mark(answer.status);
  await scene.exchange.drip(answer, delayMs);
}

async function answerOversize(scene: FaultScene, fault: FaultOf<'oversize-body'>): Promise<void> {
  const answer = executeOrPretend(scene, fault);
  scene.mark(answer.status);
  await scene.exchange.sendPadded(answer, fault.bytes, fault.declared);
}

function answerThenGoStale(scene: FaultScene, idleMs: number): void {
  const answer = scene.execute();
  scene.mark(answer.status);
  scene.goStale();
  scene.exchange.sendThenGoStale(answer, idleMs);
}

function send(scene: FaultScene, answer: Answer): void {
  scene.mark(answer.status);
  scene.exchange.send(answer);
}

function hang(scene: FaultScene, holdMs: number): void {
  scene.mark('hang');
  scene.exchange.hang(holdMs);
}

function cut(scene: FaultScene, ending: Ending): void {
  scene.mark(ending === 'reset' ? 'reset' : 'closed');
  scene.exchange.cut(ending);
}

function cutInBody(scene: FaultScene, answer: Answer, ending: Ending): void {
  scene.mark(ending === 'reset' ? 'reset-in-body' : 'closed-in-body');
  scene.exchange.cutInBody(answer, ending);
}
