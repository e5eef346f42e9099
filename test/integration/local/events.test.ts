import { EventBridgeClient, PutEventsCommand, PutRuleCommand } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEventBus, EventTooLargeError } from '../../../adapters/events/event-bus.ts';
import { exampleEvents } from '../../../api/events/event-examples.ts';
import { EventBuses } from '../../../local/events/event-buses.ts';
import { isEventsRequest, serveEvents } from '../../../local/events/events-endpoint.ts';
import type { Listening } from '../../../local/network/listen.ts';
import { compilePattern } from '../../../local/streams/filter-pattern.ts';
import type { TreasuryEvent } from '../../../treasury/events/treasury-event.ts';
import { connectionTo, startEndpoint } from '../../http/endpoint.ts';
import { sampleFunction } from './sample-models.ts';

const BUS = { name: 'sluice-test', arn: 'arn:aws:events:local:000000000000:event-bus/sluice-test' };
const EXAMPLES = [...exampleEvents().values()];

let accepting: boolean;
let handed: { readonly name: string; readonly event: Record<string, unknown> }[];
let buses: EventBuses;
let listening: Listening;
let client: EventBridgeClient;

beforeEach(async () => {
  accepting = true;
  handed = [];
  const pattern = { source: ['sluice'], 'detail-type': ['com.sluice.trade.approved'] };
  buses = new EventBuses({
    buses: [BUS],
    rules: [
      {
        name: 'approved-trades',
        busName: BUS.name,
        matches: compilePattern(JSON.stringify(pattern)),
        functionNames: ['sample-echo'],
      },
    ],
    functions: { find: (name) => (name === 'sample-echo' ? sampleFunction('echo') : undefined) },
    asyncInvocations: {
      accept: ({ name }, payload) => {
        if (accepting) handed.push({ name, event: JSON.parse(payload) });
        return accepting;
      },
    },
  });
  listening = await startEndpoint((request, response, body) => {
    if (isEventsRequest(request)) serveEvents(buses, request, response, body);
    else response.writeHead(404).end();
  });
  client = new EventBridgeClient(connectionTo(listening.url));
});
afterEach(async () => {
  client.destroy();
  await listening.close();
});

const bus = (busName = BUS.name) => createEventBus({ client, busName, source: 'sluice' });

/** An event that is this many bytes longer than it has to be. */
function padded(bytes: number, index = 0): TreasuryEvent {
  const [event] = EXAMPLES;
  if (event === undefined) throw new Error('no example');
  return { ...event, id: `${index}`, subject: 'x'.repeat(bytes) };
}

describe('events that are put on the bus', () => {
  it('are all taken, however many calls that needs, and kept to be looked at, newest first', async () => {
    expect(EXAMPLES.length).toBeGreaterThan(10);
    expect(await bus().put(EXAMPLES)).toEqual(new Map());
    expect(buses.latest()).toEqual(EXAMPLES.toReversed());
  });

  it('are handed to the functions of the rules that match, in the form of EventBridge', async () => {
    await bus(BUS.arn).put(EXAMPLES);
    const approved = EXAMPLES.find(({ type }) => type === 'com.sluice.trade.approved');
    expect(handed).toEqual([
      {
        name: 'sample-echo',
        event: {
          version: '0',
          id: expect.any(String),
          'detail-type': 'com.sluice.trade.approved',
          source: 'sluice',
          account: '000000000000',
          time: '2026-01-05T09:00:03Z',
          region: 'local',
          resources: [],
          detail: approved,
        },
      },
    ]);
  });

  it('are refused one by one where their function cannot be handed them', async () => {
    accepting = false;
    const approved = EXAMPLES.findIndex(({ type }) => type === 'com.sluice.trade.approved');
    expect(await bus().put(EXAMPLES)).toEqual(new Map([[approved, 'ThrottlingException']]));
    expect(buses.latest()).toHaveLength(EXAMPLES.length - 1);
  });

  it('are refused for a bus that is not there', async () => {
    const notTaken = await bus('another').put(EXAMPLES.slice(0, 2));
    expect([...notTaken.keys()]).toEqual([0, 1]);
  });

  it('go in as many calls as their size needs, and one that no call carries is found before', async () => {
    const large = [1, 2, 3, 4].map((index) => padded(100_000, index));
    expect(await bus().put(large)).toEqual(new Map());
    expect(buses.latest()).toHaveLength(4);
    expect(() => bus().checkSize(padded(255_000))).not.toThrow();
    expect(() => bus().checkSize(padded(256 * 1024))).toThrow(EventTooLargeError);
  });

  it('count as not taken where the call itself fails', async () => {
    await listening.close();
    const notTaken = await bus().put(EXAMPLES.slice(0, 12));
    expect(notTaken.size).toBe(12);
  });

  it('are kept up to a bound', async () => {
    for (let round = 0; round < 6; round++) await bus().put(EXAMPLES);
    expect(EXAMPLES.length * 6).toBeGreaterThan(200);
    expect(buses.latest()).toHaveLength(200);
  });
});

describe("EventBridge's protocol", () => {
  it('refuses more than ten events in a call, and what is no JSON', async () => {
    const entry = { EventBusName: BUS.name, Source: 'sluice', DetailType: 't', Detail: '{}' };
    const many = new PutEventsCommand({ Entries: Array.from({ length: 11 }, () => entry) });
    await expect(client.send(many)).rejects.toMatchObject({ name: 'ValidationException' });
    const half = new PutEventsCommand({ Entries: [{ ...entry, Detail: '{"a":' }] });
    expect(await client.send(half)).toMatchObject({
      FailedEntryCount: 1,
      Entries: [{ ErrorCode: 'MalformedDetail' }],
    });
  });

  it('names an operation that is not served', async () => {
    await expect(client.send(new PutRuleCommand({ Name: 'x' }))).rejects.toThrow(/PutRule/);
  });
});
