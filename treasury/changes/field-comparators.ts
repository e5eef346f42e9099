import type { FieldWidening, Widening } from '../facts/widening-facts.ts';
import { formatDecimal, parseDecimalText } from '../money/decimal-text.ts';
import { mixedScripts } from '../policy/label.ts';
import { compareLimits, isValueLimit, type Limit, type ValueLimit } from '../policy/limit.ts';
import { type Compare, leaf, type Units } from './field-change.ts';

/*
 * Which direction is wider. An amount that cannot be read counts as wider in every direction: one person alone never
 * lets through what Sluice does not understand.
 */

/** A name: harmless by itself, unless a reader can mistake it for another. */
export const harmlessName = leaf<string>((field, _before, after) => mixed(field, after));

/**
 * A name by which people recognise something: a second person reviews it, and is told which scripts it is written in.
 */
export function anyName(code: FieldWidening): Compare<string> {
  return leaf<string>((field, _before, after) => [{ code, field }, ...mixed(field, after)]);
}

/** A name that limits go by: to give it one narrows, any other change takes it out of them. */
export function otherName(code: FieldWidening): Compare<string> {
  return leaf<string>((field, before, after) => [
    ...(before === undefined ? [] : [{ code, field }]),
    ...mixed(field, after),
  ]);
}

/** The oddity in a name; nothing if there is none. */
export function mixed(field: string, name = ''): readonly Widening[] {
  const scripts = mixedScripts(name);
  return scripts.length === 0 ? [] : [{ code: 'mixed-scripts', field, scripts }];
}

/** A field that no decision about money reads: whatever it becomes, nothing more leaves by it, and nothing less. */
export const neitherWay = leaf<unknown>(() => null);

/** Whatever it becomes, a second person reviews it. */
export function anyChange(code: FieldWidening): Compare<unknown> {
  return leaf<unknown>((field) => ({ code, field }));
}

/**
 * A floor, such as a threshold: the lower, the more leaves. Between an amount and a value only a price of the future
 * could tell, so another kind counts as lower.
 */
export const lowerLimit = leaf<Limit>((field, before, after, units) => {
  if (before === undefined || after === undefined) return { code: 'not-comparable', field };
  const order = orderOfLimits(before, after);
  if (order === null) return otherKind(field, before, after, units);
  return order >= 0 ? null : { code: 'falls', field, ...fromTo(before, after, units) };
});

/** An amount needs no price: in the place of a value it lets a rule sweep that none stopped, also where it is zero. */
function orderOfLimits(before: Limit, after: Limit): number | null {
  return isValueLimit(before) && !isValueLimit(after) ? null : compareLimits(after, before);
}

function otherKind(field: string, before: Limit, after: Limit, units: Units): Widening {
  const unit = (limit: Limit) => (isValueLimit(limit) ? limit.in : null);
  if (unit(before) === unit(after)) return { code: 'not-comparable', field };
  return { code: 'only-prices-tell', field, ...fromTo(before, after, units) };
}

/** From 5 BTC to 3 BTC. */
function fromTo(before: Limit, after: Limit, units: Units) {
  return { from: limitIn(units.before, before), to: limitIn(units.after, after) };
}

/** With what it is in. */
export function limitIn(unit: string, limit: Limit): ValueLimit {
  return isValueLimit(limit) ? limit : { value: limit, in: unit };
}

/**
 * A floor that holds as soon as it is set: also a floor of zero keeps the largest fee back, and the floor of everything
 * waits for prices.
 */
export const lowerFloor = leaf<string>((field, before, after, units) => {
  if (before === undefined) return null;
  if (after === undefined) return removed(field, before, units);
  return fallen(field, before, after, units);
});

/** Of two amounts of one currency, or two percentages: the lower, the more leaves. */
function fallen(field: string, before: string, after: string, units: Units): Widening | null {
  const order = orderOf(before, after);
  if (order === null) return { code: 'not-comparable', field };
  return order >= 0 ? null : { code: 'falls', field, ...fromTo(before, after, units) };
}

function removed(field: string, before: Limit, units: Units): Widening {
  return { code: 'removed', field, was: limitIn(units.before, before) };
}

/** The same, currency by currency. */
export const lowerFloors = eachCurrency(lowerFloor);

/** A least amount that is zero if none is set. */
export const lowerAmountOrNone = leaf<string>((field, before = '0', after = '0', units) =>
  fallen(field, before, after, units),
);

/** The same, currency by currency. */
export const lowerAmountsOrNone = eachCurrency(lowerAmountOrNone);

/** Compares what stands under each currency, in amounts of it. */
export function eachCurrency<T>(compare: Compare<T>): Compare<Readonly<Record<string, T>>> {
  return (field, before, after) => {
    const left = new Map(Object.entries(before ?? {}));
    const right = new Map(Object.entries(after ?? {}));
    return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) =>
      compare(`${field}.${name}`, left.get(name), right.get(name), { before: name, after: name }),
    );
  };
}

export const PERCENT: Units = { before: '%', after: '%' };

/** Compares a percentage, whatever the amounts beside it are in. */
export function inPercent<T>(compare: Compare<T>): Compare<T> {
  return (field, before, after) => compare(field, before, after, PERCENT);
}

/** A cap, such as a maximum: the higher, the more leaves; without it, there is no limit. */
export const higherAmount = leaf<string>((field, before, after, units) => {
  if (before === undefined) return null;
  if (after === undefined) return removed(field, before, units);
  return raised(field, before, after, units);
});

/** The same: the higher, the more leaves. */
export function raised(
  field: string,
  before: string,
  after: string,
  units: Units,
): Widening | null {
  const order = orderOf(before, after);
  if (order === null) return { code: 'not-comparable', field };
  return order <= 0 ? null : { code: 'rises', field, ...fromTo(before, after, units) };
}

/** The same for an amount or a value. */
export const higherLimit = leaf<Limit>((field, before, after, units) => {
  if (before === undefined) return null;
  if (after === undefined) return removed(field, before, units);
  const order = orderOfLimits(before, after);
  if (order === null) return otherKind(field, before, after, units);
  return order <= 0 ? null : { code: 'rises', field, ...fromTo(before, after, units) };
});

/** A cap with a default value if none is set. */
export function higherAmountOr(absent: string): Compare<string> {
  return leaf<string>((field, before = absent, after = absent, units) =>
    raised(field, before, after, units),
  );
}

/** Amounts are multiples of the step: only a multiple of the step before never rounds to more. */
export const otherStep = leaf<string>((field, before, after, units) => {
  const [left, right] = [parseDecimalText(before), parseDecimalText(after)];
  const isRead = before !== undefined && after !== undefined && left.ok && right.ok;
  if (!isRead || !left.value.greaterThan(0)) return { code: 'not-comparable', field };
  return right.value.greaterThan(0) && right.value.modulo(left.value).isZero()
    ? null
    : { code: 'rounds-to-more', field, ...fromTo(before, after, units) };
});

/** How often something may happen: the more often, the more leaves; without it, there is no limit. */
export const higherCount = leaf<number>((field, before, after) => {
  if (before === undefined) return null;
  if (after === undefined) return { code: 'removed', field, was: String(before) };
  return after <= before ? null : { code: 'rises', field, from: String(before), to: String(after) };
});

/** A pause, such as a cooldown, in seconds: the shorter, the sooner. `absent`: the default. */
export function shorterTime(absent = 0): Compare<number> {
  return leaf<number>((field, before = absent, after = absent) =>
    after >= before
      ? null
      : { code: 'falls', field, from: { seconds: before }, to: { seconds: after } },
  );
}

/** An age or an expiry, in seconds: the longer, the older is what may be acted on. */
export function longerTime(absent = 0): Compare<number> {
  return leaf<number>((field, before = absent, after = absent) =>
    after <= before
      ? null
      : { code: 'rises', field, from: { seconds: before }, to: { seconds: after } },
  );
}

/** A switch that lets money leave while it is on. */
export function switchedOn(code: FieldWidening): Compare<boolean> {
  return leaf<boolean>((field, before = false, after = false) =>
    after && !before ? { code, field } : null,
  );
}

/** A list of permitted values: the more, the wider. */
export const moreEntries = leaf<readonly string[]>((field, before = [], after = []) => {
  return gained(
    field,
    after.filter((each) => !before.includes(each)),
  );
});

export function gained(field: string, names: readonly string[]): Widening | null {
  return names.length === 0 ? null : { code: 'gains', field, names };
}

/** Positive if the second is higher; null if one of them is no amount. */
function orderOf(before: string | undefined, after: string | undefined): number | null {
  const [left, right] = [parseDecimalText(before), parseDecimalText(after)];
  if (!left.ok || !right.ok) return null;
  return right.value.comparedTo(left.value);
}

/** The lowest of some caps; null if there is none, or one of them cannot be read. */
export function lowestCap(caps: readonly (string | undefined)[]): string | null {
  const set = caps.filter((cap) => cap !== undefined).map(parseDecimalText);
  const values = set.flatMap((cap) => (cap.ok ? [cap.value] : []));
  const [first, ...others] = values;
  if (first === undefined || values.length < set.length) return null;
  return formatDecimal(others.reduce((low, each) => (each.lessThan(low) ? each : low), first));
}
