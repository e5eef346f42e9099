import type { BreakKind } from '../facts/break-facts.ts';
import { type Break, matchOf, namedBy } from '../ledger/break.ts';
import { type Decimal, Decimal as Decimals, ROUNDING, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { periodAt } from '../series/periods.ts';
import { type Instant, justBefore } from '../time/instant.ts';
import { DIVIDED_SCALE } from '../valuation/price-path.ts';
import { FLOW_DAYS, MAX_FLOWS_LOOKED_AT } from './forecast-limits.ts';

/** What one class moved in one currency, by whole days. Signed decimal text: incoming amounts are positive. */
export interface ExpectedFlow {
  readonly currency: string;
  /** The label of a matching rule, or the kind that people named. */
  readonly class: string;
  readonly kind: BreakKind;
  /** The matching rule; absent if people explained them. */
  readonly matchingRule?: string;
  readonly movements: number;
  readonly total: string;
  /** Of a day, over all days looked at, those without a movement too; rounded half to even at 18 fraction digits. */
  readonly meanPerDay: string;
  /** The days on which the class moved the least and the most. */
  readonly leastPerDay: string;
  readonly mostPerDay: string;
}

/** The books behind an expectation: whole days of a time zone, without the present one. */
export interface ExpectedFlows {
  readonly from: Instant;
  readonly to: Instant;
  readonly days: number;
  /** False: there were more differences than are looked at, so the earliest days are left out. */
  readonly complete: boolean;
  readonly classes: readonly ExpectedFlow[];
}

export interface FlowPorts {
  /** Of the ticks from one to another, both included. */
  readonly breaksBetween: (tenant: string, from: Instant, to: Instant) => Promise<readonly Break[]>;
}

/** The classified movements of the last days, the latest day first, as far as one call looks. */
export async function readExpectedFlows(
  { breaksBetween }: FlowPorts,
  tenant: string,
  now: Instant,
  timeZone: string,
): Promise<ExpectedFlows> {
  const to = periodAt(now, 'day', timeZone).from;
  const days: (readonly Break[])[] = [];
  let from = to;
  let seen = 0;
  while (days.length < FLOW_DAYS && seen < MAX_FLOWS_LOOKED_AT) {
    const day = periodAt(justBefore(from), 'day', timeZone);
    const found = await breaksBetween(tenant, day.from, justBefore(day.to));
    seen += found.length;
    days.push(found);
    from = day.from;
  }
  const complete = days.length === FLOW_DAYS;
  return { from, to, days: days.length, complete, classes: classesOf(days) };
}

interface Sums {
  readonly name: Pick<ExpectedFlow, 'currency' | 'class' | 'kind' | 'matchingRule'>;
  movements: number;
  readonly byDay: Decimal[];
}

/** Each class and currency over days of movements. Pure. */
export function classesOf(days: readonly (readonly Break[])[]): readonly ExpectedFlow[] {
  const found = new Map<string, Sums>();
  for (const [day, breaks] of days.entries()) {
    for (const each of breaks) {
      const name = classOf(each);
      if (name === null) continue;
      const key = [name.currency, name.class, name.kind, name.matchingRule ?? ''].join('\n');
      const sums = found.get(key) ?? { name, movements: 0, byDay: days.map(() => ZERO) };
      found.set(key, sums);
      sums.movements += 1;
      sums.byDay[day] = (sums.byDay[day] ?? ZERO).plus(decimalOf(each.amount));
    }
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sums]) => flowOf(sums));
}

function flowOf({ name, movements, byDay }: Sums): ExpectedFlow {
  const total = byDay.reduce((sum, amount) => sum.plus(amount), ZERO);
  const mean = total.dividedBy(byDay.length).toDecimalPlaces(DIVIDED_SCALE, ROUNDING.halfEven);
  return {
    ...name,
    movements,
    total: formatDecimal(total),
    meanPerDay: formatDecimal(mean),
    leastPerDay: formatDecimal(Decimals.min(...byDay)),
    mostPerDay: formatDecimal(Decimals.max(...byDay)),
  };
}

/** Null if it is open, was closed by later knowledge, or is an amount that no balance shows. */
function classOf(found: Break): Sums['name'] | null {
  const named = namedBy(found);
  if (named === null || found.direction === 'unbooked') return null;
  const { status, currency } = found;
  if (status.state === 'closed' && status.how !== 'by-people') return null;
  const match = matchOf(found);
  if (match === null) return { currency, class: named.kind, kind: named.kind };
  return { currency, class: match.label, kind: match.kind, matchingRule: match.ruleId };
}

/** What all classes of a currency move in a day on average; signed decimal text. */
export function meanPerDay({
  classes,
}: Pick<ExpectedFlows, 'classes'>): ReadonlyMap<string, string> {
  const sums = new Map<string, Decimal>();
  for (const { currency, meanPerDay: mean } of classes) {
    sums.set(currency, (sums.get(currency) ?? ZERO).plus(decimalOf(mean)));
  }
  return new Map([...sums].map(([currency, sum]) => [currency, formatDecimal(sum)]));
}
