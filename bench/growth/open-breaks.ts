import type { BreakOrigin } from '../../treasury/facts/break-facts.ts';
import { type Break, breakId, type Direction } from '../../treasury/ledger/break.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';

const FROM: Instant = '2026-01-05T08:00:00.000Z';
const EVERY_SECONDS = 60;

/** Open breaks: what came in and is not explained, and behind it alarms, of which the last is an unbooked amount. */
export function noticesAndAlarms(
  tenant: string,
  notices: number,
  alarms: number,
): readonly [readonly Break[], readonly Break[]] {
  const all = Array.from({ length: notices + alarms }, (_, index): Break => {
    const direction = index < notices ? 'inflow' : 'outflow';
    return openBreak(tenant, index, index === notices + alarms - 1 ? 'unbooked' : direction);
  });
  return [all.slice(0, notices), all.slice(notices)];
}

function openBreak(tenant: string, index: number, direction: Direction): Break {
  const snapshot = plusSeconds(FROM, index * EVERY_SECONDS);
  const sinceSnapshot = plusSeconds(snapshot, -EVERY_SECONDS);
  const currency = 'BTC';
  const amount = direction === 'inflow' ? '0.00000001' : '-0.5';
  const read = { from: plusSeconds(sinceSnapshot, 1), to: plusSeconds(snapshot, 1) };
  const seen = { ...read, opening: '4', closing: '4', movements: [], amount, mayBe: [] };
  const found: BreakOrigin = { code: 'unexplained', ...seen };
  return {
    ...{ id: breakId({ snapshot, currency }), tenant, currency, direction },
    ...{ snapshot, readAt: plusSeconds(snapshot, 1) },
    ...{ sinceSnapshot, sinceReadAt: plusSeconds(sinceSnapshot, 1) },
    amount,
    found,
    mayBe: [],
    openedAt: snapshot,
    status: { state: 'open', at: snapshot },
    history: [{ at: snapshot, state: 'open', by: 'sluice', fact: { code: 'found', found } }],
    version: 1,
  };
}
