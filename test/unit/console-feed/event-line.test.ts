import { describe, expect, it } from 'vitest';
import { exampleEvents } from '../../../api/events/event-examples.ts';
import { eventLine } from '../../../local/console-feed/event-line.ts';
import { lineOf } from '../../../local/console-feed/feed-line.ts';

const EVENTS = [...exampleEvents().values()];

/** Instructions and snapshots have lines of their own; what blocks a lane is the state of an instruction. */
const ELSEWHERE =
  /^com\.sluice\.(?:withdrawal|trade|snapshot|export)\.|^com\.sluice\.(?:lane\.blocked|break\.matched)$/;

describe('the line about an event', () => {
  it('exists for every type but those that have another line, or ask nothing of a person', () => {
    const silent = EVENTS.filter((event) => eventLine(event) === null);
    const types = silent.map(({ type }) => type);
    expect(types.filter((type) => !ELSEWHERE.test(type))).toEqual([]);
  });

  it('asks a person to look where one has to', () => {
    const lines = EVENTS.flatMap((event) => eventLine(event) ?? []);
    const kinds = lines.filter(({ attention }) => attention).map(({ what }) => what);
    expect(kinds).toEqual(expect.arrayContaining(['halt', 'change', 'missed', 'denied']));
    for (const each of lines) expect(lineOf(each)).not.toMatch(/undefined|null|\n/);
  });
});
