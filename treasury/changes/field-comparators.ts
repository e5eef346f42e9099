import { formatDecimal, parseDecimalText } from '../money/decimal-text.ts';
import { mixedScriptsMessage } from '../policy/label.ts';
import { compareLimits, isValueLimit, type Limit } from '../policy/limit.ts';
import { type Compare, type Judge, leaf } from './field-change.ts';

/*
 * Which direction is wider. An amount that cannot be read counts as wider in every direction: one person alone never
 * lets through what Sluice does not understand.
 */

/** A name: harmless by itself, unless a reader can mistake it for another. */
export const harmlessName = leaf<string>((field, _before, after) => mixed(field, after));

/**
 * A name by which people recognise something: a second person reviews it, and is told which scripts it is written in.
 */
export function anyName(message: string): Compare<string> {
  return leaf<string>((field, _before, after) =>
    [`${field} ${message}`, mixed(field, after)].filter((each) => each !== null).join('; '),
  );
}

/** A name that limits go by: to give it one narrows, any other change takes it out of them. */
export function otherName(message: string): Compare<string> {
  return leaf<string>((field, before, after) => {
    if (before === undefined) return mixed(field, after);
    return [`${field} ${message}`, mixed(field, after)].filter((each) => each !== null).join('; ');
  });
}

function mixed(field: string, name: string | undefined): string | null {
  const message = mixedScriptsMessage(name ?? '');
  return message === null ? null : `${field}: ${message}`;
}

/** A field that no decision about money reads: whatever it becomes, nothing more leaves by it, and nothing less. */
export const neitherWay = leaf<unknown>(() => null);

/** Whatever it becomes, a second person reviews it. */
export function anyChange(message: string): Compare<unknown> {
  return leaf<unknown>((field) => `${field} ${message}`);
}

/**
 * A floor, such as a threshold: the lower, the more leaves. Between an amount and a value only a price of the future
 * could tell, so another kind counts as lower.
 */
export const lowerLimit = leaf<Limit>((field, before, after) => {
  if (before === undefined || after === undefined) return `${field} cannot be compared`;
  const order = orderOfLimits(before, after);
  if (order === null) return otherKind(field, before, after);
  return order >= 0 ? null : `${field} falls from ${limitText(before)} to ${limitText(after)}`;
});

/** An amount needs no price: in the place of a value it lets a rule sweep that none stopped, also where it is zero. */
function orderOfLimits(before: Limit, after: Limit): number | null {
  return isValueLimit(before) && !isValueLimit(after) ? null : compareLimits(after, before);
}

function otherKind(field: string, before: Limit, after: Limit): string {
  const unit = (limit: Limit) => (isValueLimit(limit) ? limit.in : null);
  if (unit(before) === unit(after)) return `${field} cannot be compared`;
  return `${field} goes from ${limitText(before)} to ${limitText(after)}, and only prices tell which lets more leave`;
}

function limitText(limit: Limit): string {
  return isValueLimit(limit) ? `${limit.value} ${limit.in}` : limit;
}

/**
 * A floor that holds as soon as it is set: also a floor of zero keeps the largest fee back, and the floor of everything
 * waits for prices.
 */
export const lowerFloor = leaf<string>((field, before, after) => {
  if (before === undefined) return null;
  if (after === undefined) return `${field} of ${before} is removed`;
  const order = orderOf(before, after);
  if (order === null) return `${field} cannot be compared`;
  return order >= 0 ? null : `${field} falls from ${before} to ${after}`;
});

/** The same, entry by entry. */
export const lowerFloors = eachEntry(lowerFloor);

/** A least amount that is zero if none is set. */
export const lowerAmountOrNone = leaf<string>((field, before = '0', after = '0') => {
  const order = orderOf(before, after);
  if (order === null) return `${field} cannot be compared`;
  return order >= 0 ? null : `${field} falls from ${before} to ${after}`;
});

/** The same, entry by entry. */
export const lowerAmountsOrNone = eachEntry(lowerAmountOrNone);

/** Compares what stands under each name, such as under each currency. */
export function eachEntry<T>(compare: Compare<T>): Compare<Readonly<Record<string, T>>> {
  return (field, before, after) => {
    const left = new Map(Object.entries(before ?? {}));
    const right = new Map(Object.entries(after ?? {}));
    return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) =>
      compare(`${field}.${name}`, left.get(name), right.get(name)),
    );
  };
}

/** A cap, such as a maximum: the higher, the more leaves; without it, there is no limit. */
export const raisedAmount: Judge<string> = (field, before, after) => {
  if (before === undefined) return null;
  if (after === undefined) return `${field} of ${before} is removed`;
  const order = orderOf(before, after);
  if (order === null) return `${field} cannot be compared`;
  return order <= 0 ? null : `${field} rises from ${before} to ${after}`;
};

export const higherAmount = leaf(raisedAmount);

/** The same for an amount or a value. */
export const higherLimit = leaf<Limit>((field, before, after) => {
  if (before === undefined) return null;
  if (after === undefined) return `${field} of ${limitText(before)} is removed`;
  const order = orderOfLimits(before, after);
  if (order === null) return otherKind(field, before, after);
  return order <= 0 ? null : `${field} rises from ${limitText(before)} to ${limitText(after)}`;
});

/** A cap with a default value if none is set. */
export function higherAmountOr(absent: string): Compare<string> {
  return leaf<string>((field, before = absent, after = absent) => {
    const order = orderOf(before, after);
    if (order === null) return `${field} cannot be compared`;
    return order > 0 ? `${field} rises from ${before} to ${after}` : null;
  });
}

/** Amounts are multiples of the step: only a multiple of the step before never rounds to more. */
export const otherStep = leaf<string>((field, before, after) => {
  const [left, right] = [parseDecimalText(before), parseDecimalText(after)];
  if (!left.ok || !right.ok || !left.value.greaterThan(0)) return `${field} cannot be compared`;
  return right.value.greaterThan(0) && right.value.modulo(left.value).isZero()
    ? null
    : `${field} changes from ${before} to ${after}, which can round to more`;
});

/** A pause, such as a cooldown, in seconds: the shorter, the sooner. `absent`: the default. */
export function shorterTime(absent = 0): Compare<number> {
  return leaf<number>((field, before = absent, after = absent) =>
    after >= before ? null : `${field} falls from ${before} to ${after}`,
  );
}

/** An age or an expiry, in seconds: the longer, the older is what may be acted on. */
export function longerTime(absent = 0): Compare<number> {
  return leaf<number>((field, before = absent, after = absent) =>
    after <= before ? null : `${field} rises from ${before} to ${after}`,
  );
}

/** A switch that lets money leave while it is on. */
export function switchedOn(message: string): Compare<boolean> {
  return leaf<boolean>((field, before = false, after = false) =>
    after && !before ? `${field}: ${message}` : null,
  );
}

/** A list of permitted values: the more, the wider. */
export const moreEntries = leaf<readonly string[]>((field, before = [], after = []) => {
  const added = after.filter((each) => !before.includes(each));
  return added.length === 0 ? null : `${field} gain ${added.join(', ')}`;
});

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
