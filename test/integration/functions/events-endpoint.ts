import { EventBuses } from '../../../local/events/event-buses.ts';
import { serveEvents } from '../../../local/events/events-endpoint.ts';
import { compilePattern } from '../../../local/streams/filter-pattern.ts';
import { record } from '../../canary/record.ts';
import { startEndpoint } from '../../http/endpoint.ts';
import { sampleFunction } from '../local/sample-models.ts';

export const EVENT_BUS = 'sluice-test';

/** The event bus of one machine, with a rule for approved trades whose target can be told to refuse. */
export async function startEventsEndpoint() {
  const handed: unknown[] = [];
  const target = { refuses: false };
  const pattern = { 'detail-type': ['com.sluice.trade.approved'] };
  const buses = new EventBuses({
    buses: [{ name: EVENT_BUS, arn: '' }],
    rules: [
      {
        name: 'approved-trades',
        busName: EVENT_BUS,
        matches: compilePattern(JSON.stringify(pattern)),
        functionNames: ['send-trade'],
      },
    ],
    functions: { find: (name) => sampleFunction('echo', { name }) },
    asyncInvocations: {
      accept: (_model, payload) => {
        if (!target.refuses) handed.push(JSON.parse(payload));
        return !target.refuses;
      },
    },
  });
  const listening = await startEndpoint((request, response, body) => {
    serveEvents(buses, request, response, body);
  });
  return {
    url: listening.url,
    /** What the rule handed to send-trade. */
    handed,
    target,
    /** Everything on the bus, oldest first. */
    published: () => buses.latest().toReversed() as readonly Record<string, unknown>[],
    stop: async () => {
      record('what was published', JSON.stringify(buses.latest()));
      await listening.close();
    },
  };
}
