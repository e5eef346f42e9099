import { readForecasts } from '../../adapters/store/forecasts.ts';
import { createLedgerLists } from '../../adapters/store/ledger-lists.ts';
import type { PageRequest } from '../../adapters/store/pages.ts';
import { ProblemError, problem } from '../../api/problems/problem.ts';
import {
  compareForecasts,
  forecastsKept,
  type Left,
} from '../../treasury/forecast/compare-forecasts.ts';
import { COMPARED_DAYS } from '../../treasury/forecast/forecast-limits.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { reached } from '../../treasury/instructions/instruction-times.ts';
import { periodAt } from '../../treasury/series/periods.ts';
import { factsOf } from '../../treasury/statements/instruction-facts.ts';
import { type Instant, plusSeconds, secondsBetween } from '../../treasury/time/instant.ts';
import { FORECASTS, FORECASTS_KEPT } from '../registers/forecasts.ts';
import { part } from '../registers/journal.ts';
import { allItems } from './all-rows.ts';
import type { Exportable } from './render-export.ts';
import type { FileOf, WholePorts } from './whole-ports.ts';

const DAY_SECONDS = 86_400;

/** Days of one report: a year and a day. */
const MOST_DAYS = 366;

/** An instruction is sent at most so long after it was created: the longest that an approval may be waited for. */
const LONGEST_WAIT_DAYS = 32;

/** Instructions read at once: the most that the list gives. */
const ITEMS_AT_ONCE = 200;

/** Each day of which a forecast was kept, or on which something left, rule by rule. */
export async function wholeForecasts(
  ports: WholePorts,
  { from, to = ports.now() }: FileOf<'GET /v1/reports/forecasts'>['query'],
): Promise<Exportable> {
  const { tenant, ledgerTable, reportingTimeZone: timeZone, now } = ports;
  const range = { from: from ?? plusSeconds(to, -COMPARED_DAYS * DAY_SECONDS), to, timeZone };
  refuseLong(range);
  const dayOf = (at: Instant) => periodAt(at, 'day', timeZone).name;
  const [kept, left] = await Promise.all([
    readForecasts(ledgerTable, tenant, { first: dayOf(range.from), last: dayOf(to) }),
    leftIn(ports, range),
  ]);
  const parts = [
    part('forecasts', 'Forecasts', FORECASTS, compareForecasts(kept, left, range)),
    part('days', 'Days', FORECASTS_KEPT, forecastsKept(kept, range)),
  ];
  return { report: { name: 'forecasts', tenant, generatedAt: now(), parts } };
}

function refuseLong({ from, to }: { readonly from: Instant; readonly to: Instant }): void {
  if (secondsBetween(from, to) <= MOST_DAYS * DAY_SECONDS) return;
  const accepted = `at most ${MOST_DAYS} days`;
  const fields = [{ field: 'from', seen: from, accepted }];
  throw new ProblemError(problem('invalid-query', { detail: 'That is too long.', fields }));
}

/** Confirmed withdrawals, by the moment at which they were sent. */
async function leftIn(
  { tenant, ledgerTable }: WholePorts,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<readonly Left[]> {
  const { instructions } = createLedgerLists(ledgerTable);
  const filter = {
    ...({ kind: 'withdrawal', state: ['confirmed'], to } as const),
    from: plusSeconds(from, -LONGEST_WAIT_DAYS * DAY_SECONDS),
  };
  const pages = (cursor: Pick<PageRequest, 'cursor'>) =>
    instructions(tenant, filter, { limit: ITEMS_AT_ONCE, ...cursor });
  const left: Left[] = [];
  for await (const each of allItems(pages)) {
    const sentAt = reached(each, 'sending');
    if (each.content.kind !== 'withdrawal' || sentAt === null) continue;
    const { currency } = each.content;
    left.push({ ruleId: factsOf(each).ruleId, currency, amount: amountOf(each), sentAt });
  }
  return left;
}

/** What left the balance: less than was asked for if the service cuts amounts. */
function amountOf({ content, status }: Instruction): string {
  const confirmation = status.state === 'confirmed' ? status.confirmation : null;
  return (confirmation?.kind === 'withdrawal' ? confirmation.taken : undefined) ?? content.amount;
}
