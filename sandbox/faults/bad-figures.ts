import { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { Answer } from '../service/answer.ts';
import type { Fault } from './fault.ts';
import { isRecord } from './is-record.ts';

type BadPrice = Extract<Fault, { kind: 'bad-price-200' }>;
type Jumped = Extract<Fault, { kind: 'jumped-200' }>;
type OtherPath = Extract<Fault, { kind: 'other-path-200' }>;
type Fields = Readonly<Record<string, unknown>>;

/** The prices with one impossible entry. */
export function badlyPriced(answer: Answer, { what, instrument }: BadPrice): Answer {
  return entriesChanged(answer, (name, index, entry) =>
    isRecord(entry) && (instrument === undefined ? index === 0 : name === instrument)
      ? badEntry(entry, what)
      : entry,
  );
}

function badEntry({ bid, ask, ...rest }: Fields, what: BadPrice['what']): Fields {
  switch (what) {
    case 'crossed':
      return { ...rest, bid: ask, ask: bid };
    case 'zero':
      return { ...rest, bid: '0', ask: '0' };
    case 'negative':
      return { ...rest, bid: `-${String(bid)}`, ask: `-${String(ask)}` };
    case 'no-number':
      return { ...rest, bid: 'n/a', ask: 'n/a' };
    case 'one-side-missing':
      return { ...rest, ask };
    default:
      return what satisfies never;
  }
}

/** Prices or balances with every figure of an entry times a factor. */
export function jumped(answer: Answer, { of, factor }: Jumped): Answer {
  return entriesChanged(answer, (name, _, entry) =>
    of === undefined || of === name ? times(entry, factor) : entry,
  );
}

/** The prices, one of which comes another way. */
export function byOtherPath(answer: Answer, fault: OtherPath): Answer {
  if (answer.status !== 200) return answer;
  const json: unknown = JSON.parse(answer.body);
  const { instrument } = fault;
  const entry = isRecord(json) ? json[instrument] : undefined;
  if (!isRecord(json) || !isRecord(entry)) return answer;
  const { [instrument]: _, ...others } = json;
  return { ...answer, body: JSON.stringify({ ...others, ...otherEntries(entry, fault) }) };
}

function otherEntries(
  entry: Fields,
  { instrument, what, factor, besideFactor, over }: OtherPath,
): Fields {
  const [base = '', quote = ''] = instrument.split('/');
  const told = times(entry, factor);
  switch (what) {
    case 'gone':
      return {};
    case 'inverse-instead':
      return { [`${quote}/${base}`]: inverseOf(told) };
    case 'inverse-beside':
      return {
        [instrument]: times(entry, besideFactor),
        [`${quote}/${base}`]: inverseOf(told),
      };
    case 'crossed-instead':
      return { [`${base}/${over}`]: told, [`${over}/${quote}`]: { bid: '1', ask: '1' } };
    default:
      return what satisfies never;
  }
}

/** Digits of an inverse price: more than any service states. */
const INVERSE_DIGITS = 18;

/** Its bid is the inverse of the ask, and its ask that of the bid. */
function inverseOf(entry: unknown): Fields {
  const { bid, ask } = isRecord(entry) ? entry : {};
  const inverse = (price: unknown) =>
    formatDecimal(new Decimal(1).div(String(price)).toDecimalPlaces(INVERSE_DIGITS));
  return { bid: inverse(ask), ask: inverse(bid) };
}

function times(value: unknown, factor: string): unknown {
  if (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value)) {
    return formatDecimal(new Decimal(value).times(factor));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, times(each, factor)]),
  );
}

/** Entries of an object by their names; those of a list by the currency they name. */
function entriesChanged(
  answer: Answer,
  change: (name: string, index: number, entry: unknown) => unknown,
): Answer {
  if (answer.status !== 200) return answer;
  const json: unknown = JSON.parse(answer.body);
  const after = Array.isArray(json)
    ? json.map((each: unknown, index) => change(nameOf(each), index, each))
    : isRecord(json)
      ? Object.fromEntries(
          Object.entries(json).map(([name, each], index) => [name, change(name, index, each)]),
        )
      : json;
  return { ...answer, body: JSON.stringify(after) };
}

function nameOf(entry: unknown): string {
  return isRecord(entry) && typeof entry.currency === 'string' ? entry.currency : '';
}
