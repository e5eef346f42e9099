import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { EntryResult, EventBuses } from './event-buses.ts';

const TARGET = /^AWSEvents\.(\w+)$/;

/** EventBridge's own limits on one call: its events together, and how many there are. */
const MAX_EVENT_BYTES = 256 * 1024;
const MAX_ENTRIES = 10;
/** The call around the events: their details as text in JSON, every quotation mark escaped. */
const MAX_REQUEST_BYTES = 2 * MAX_EVENT_BYTES + 16 * 1024;

const SECOND_MS = 1_000;

const entry = z.object({
  EventBusName: z.string().default('default'),
  Source: z.string().min(1),
  DetailType: z.string().min(1),
  Detail: z.string(),
  // AWS JSON 1.1 carries times as seconds.
  Time: z.number().optional(),
  Resources: z.array(z.string()).default([]),
});
const putRequest = z.object({ Entries: z.array(entry).min(1).max(MAX_ENTRIES) });

type Entry = z.output<typeof entry>;

/** True for a request to EventBridge. */
export function isEventsRequest(request: IncomingMessage): boolean {
  return TARGET.test(String(request.headers['x-amz-target']));
}

/** EventBridge's protocol (AWS JSON 1.1): PutEvents. */
export function serveEvents(
  buses: Pick<EventBuses, 'put'>,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const operation = TARGET.exec(String(request.headers['x-amz-target']))?.[1] ?? '';
  response.setHeader('x-amzn-requestid', randomUUID());
  if (operation !== 'PutEvents') {
    refuse(response, 'UnknownOperationException', `${operation} is not served locally`);
    return;
  }
  const parsed = putRequest.safeParse(
    parseJson(body.length > MAX_REQUEST_BYTES ? '' : body.toString()),
  );
  if (!parsed.success) {
    refuse(response, 'ValidationException', z.prettifyError(parsed.error));
    return;
  }
  const { Entries: entries } = parsed.data;
  const bytes = entries.reduce((sum, { Detail }) => sum + Buffer.byteLength(Detail), 0);
  if (bytes > MAX_EVENT_BYTES) {
    refuse(
      response,
      'ValidationException',
      'Total size of the entries in the request is over the limit.',
    );
    return;
  }
  const results = entries.map((each) => put(buses, each));
  answer(response, 200, {
    FailedEntryCount: results.filter(({ ok }) => !ok).length,
    Entries: results.map((result) =>
      result.ok ? { EventId: result.id } : { ErrorCode: result.code, ErrorMessage: result.message },
    ),
  });
}

function put(buses: Pick<EventBuses, 'put'>, each: Entry): EntryResult {
  const detail = z.record(z.string(), z.unknown()).safeParse(parseJson(each.Detail));
  if (!detail.success) {
    return { ok: false, code: 'MalformedDetail', message: 'Detail is malformed.' };
  }
  const atMs = each.Time === undefined ? Date.now() : each.Time * SECOND_MS;
  return buses.put({
    bus: each.EventBusName,
    source: each.Source,
    detailType: each.DetailType,
    // EventBridge tells times to the second.
    time: new Date(atMs).toISOString().replace(/\.\d+/, ''),
    resources: each.Resources,
    detail: detail.data,
  });
}

function refuse(response: ServerResponse, type: string, message: string): void {
  response.setHeader('x-amzn-errortype', type);
  answer(response, 400, { __type: type, message });
}

function answer(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
    .end(JSON.stringify(body));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
