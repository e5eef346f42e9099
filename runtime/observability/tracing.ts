import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { MiddlewareObj, Request } from '@middy/core';
import { notedCalls, noteOutgoingCalls, type OutgoingCall } from './outgoing-calls.ts';

/*
 * Lambda makes the trace's segment of each invocation by itself. The parts added here are those it cannot know:
 * whether the environment was new, and how long each request took that the function made. One datagram to the daemon
 * beside the function; nothing waits for an answer, and none comes. X-Ray's own library would do the same and be a
 * fifth of every bundle (docs/performance.md).
 */

/** The place of an invocation in a trace, as Lambda's runtime states it. */
interface TracePlace {
  readonly traceId: string;
  readonly parentId: string;
}

interface DaemonAddress {
  readonly host: string;
  readonly port: number;
}

const HEADER = '{"format": "json", "version": 1}';
const SEGMENT_ID_BYTES = 8;

let isColdStart = true;
let annotations: Record<string, string> = {};

/** The annotations by which the trace of this invocation is found. */
export function annotate(name: string, value: string): void {
  annotations[name] = value;
}

/** The middleware that adds an invocation to its trace, if the trace is kept (sampled). */
export function traced(): MiddlewareObj {
  let startMs = 0;
  let place: TracePlace | null = null;
  let daemon: DaemonAddress | null = null;
  const send = async (request: Request): Promise<void> => {
    const isCold = isColdStart;
    isColdStart = false;
    if (place === null || daemon === null) return;
    const error = request.error ?? null;
    const text = JSON.stringify(subsegment({ place, startMs, isCold, error, calls: notedCalls() }));
    await datagram(`${HEADER}\n${text}`, daemon);
  };
  return {
    before: () => {
      startMs = Date.now();
      annotations = {};
      place = placeOf(process.env._X_AMZN_TRACE_ID);
      daemon = daemonOf(process.env.AWS_XRAY_DAEMON_ADDRESS);
      // Most traces are not sampled, and then no request has to be recorded.
      if (place !== null && daemon !== null) noteOutgoingCalls();
    },
    after: send,
    onError: send,
  };
}

interface Invocation {
  readonly place: TracePlace;
  readonly startMs: number;
  readonly isCold: boolean;
  readonly error: Error | null;
  readonly calls: readonly OutgoingCall[];
}

/** A document of X-Ray's subsegments. Neither the answer nor an error's words are in it: both may hold
 * balances. */
function subsegment({ place, startMs, isCold, error, calls }: Invocation): object {
  const { POWERTOOLS_SERVICE_NAME: service = '', _HANDLER: handler = 'handler' } = process.env;
  return {
    type: 'subsegment',
    name: `## ${handler}`,
    id: newId(),
    trace_id: place.traceId,
    parent_id: place.parentId,
    start_time: startMs / 1_000,
    end_time: Date.now() / 1_000,
    annotations: { ...annotations, ColdStart: isCold, Service: service },
    ...(error === null ? {} : { fault: true, cause: causeOf(error) }),
    ...(calls.length === 0 ? {} : { subsegments: calls.map(callSegment) }),
  };
}

function causeOf({ name }: Error): object {
  return { exceptions: [{ id: newId(), type: name }] };
}

function callSegment({ name, host, method, isAws, status, startMs, endMs }: OutgoingCall): object {
  return {
    id: newId(),
    name,
    namespace: isAws ? 'aws' : 'remote',
    start_time: startMs / 1_000,
    end_time: endMs / 1_000,
    http: {
      request: { method, url: `https://${host}/` },
      ...(status === null ? {} : { response: { status } }),
    },
    ...(status === null || status >= 500 ? { fault: true } : {}),
    ...(status !== null && status >= 400 && status < 500 ? { error: true } : {}),
    ...(status === 429 ? { throttle: true } : {}),
  };
}

/** Null if the trace is not kept, or there is none. */
function placeOf(header: string | undefined): TracePlace | null {
  const fields = new Map(
    (header ?? '').split(';').map((part) => part.split('=', 2) as [string, string]),
  );
  const traceId = fields.get('Root');
  const parentId = fields.get('Parent');
  if (traceId === undefined || parentId === undefined) return null;
  return fields.get('Sampled') === '1' ? { traceId, parentId } : null;
}

function daemonOf(address: string | undefined): DaemonAddress | null {
  const [, host, port] = /^(.+):(\d+)$/.exec(address ?? '') ?? [];
  return host === undefined ? null : { host, port: Number(port) };
}

/** Settles when it has left, before the environment is frozen. A trace that is lost is no failure. */
async function datagram(text: string, { host, port }: DaemonAddress) {
  const socket = createSocket('udp4');
  try {
    await new Promise<void>((resolve) => {
      socket.once('error', () => resolve());
      socket.send(text, port, host, () => resolve());
    });
  } finally {
    socket.close();
  }
}

function newId(): string {
  return randomBytes(SEGMENT_ID_BYTES).toString('hex');
}
