import { describe, expect, it } from 'vitest';
import { MAX_PAGE_BYTES } from '../../../adapters/store/pages.ts';
import { pageOfLines, pageOfRestated } from '../../../reporting/reports/statement.ts';
import type {
  CurrencyStatement,
  StatementMovement,
} from '../../../treasury/statements/statement.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { pagesOf } from './all-pages.ts';
import { MARCH } from './golden-month.ts';

const [BTC] = MARCH.currencies;
if (BTC === undefined) throw new Error('the month by hand has no currency');
const [MOVEMENT] = BTC.movements;
if (MOVEMENT === undefined) throw new Error('the month by hand has no movement');

/** A currency that moved so many times, two movements of each snapshot. */
function moved(count: number, more: Partial<StatementMovement> = {}): CurrencyStatement {
  const movements = Array.from({ length: count }, (_, index) => ({
    ...{ ...MOVEMENT, ...more, amount: '1', instructionId: `sweep-${index}` },
    snapshot: instantOf(Date.parse('2026-03-05T00:00:00.000Z') + Math.floor(index / 2) * 60_000),
  })) as StatementMovement[];
  return { ...(BTC as CurrencyStatement), currency: 'BTC', movements };
}

describe('the lines of a statement by pages', () => {
  it.each([1, 2, 7, 100])('are each of them once and in order, %i on a page', (limit) => {
    const currencies = [moved(23), { ...moved(4), currency: 'ETH' }];
    const lines = pagesOf((page) => pageOfLines(currencies, page), limit).flat();
    const said = lines.map(
      ({ currency, kind, instructionId }) => instructionId ?? `${currency} ${kind}`,
    );
    const of = (currency: string, count: number) => [
      `${currency} opening`,
      ...Array.from({ length: count }, (_, index) => `sweep-${index}`),
      `${currency} revaluation`,
      `${currency} closing`,
    ];
    expect(said).toEqual([...of('BTC', 23), ...of('ETH', 4)]);
  });

  it('lead back over the same pages', () => {
    const read = (cursor?: string) =>
      pageOfLines([moved(9)], { limit: 5, ...(cursor === undefined ? {} : { cursor }) });
    const second = read(read().next);
    expect(read(second.previous).items).toEqual(read().items);
  });

  it('hold so many bytes at most, whatever a line has', () => {
    const long = moved(1_000, {
      about: { code: 'withdrawal', accountLabel: 'x'.repeat(5_000) },
    });
    const pages = pagesOf((page) => pageOfLines([long], page), 1_000);
    for (const page of pages) {
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(MAX_PAGE_BYTES * 1.01);
    }
    expect(pages.flat()).toHaveLength(1_003);
  });

  it('stay where they are while a line is added before them', () => {
    const [first, ...others] = moved(9).movements;
    const before = pageOfLines([{ ...moved(9), movements: others }], { limit: 4 });
    const after = { ...moved(9), movements: [first as StatementMovement, ...others] };
    const { items } = pageOfLines([after], { limit: 1, cursor: before.next as string });
    expect(items[0]?.instructionId).toBe('sweep-4');
  });
});

describe('what is known later by pages', () => {
  it('is each movement once: as it was frozen, then as it is now', () => {
    const [frozen, now] = [moved(5).movements, moved(3).movements];
    const later = [{ currency: 'BTC', frozen, now, message: '' }];
    for (const limit of [1, 3, 100]) {
      const found = pagesOf((page) => pageOfRestated(later, page), limit).flat();
      expect(found.map(({ known, instructionId }) => `${known} ${instructionId}`)).toEqual([
        ...frozen.map(({ instructionId }) => `frozen ${instructionId}`),
        ...now.map(({ instructionId }) => `now ${instructionId}`),
      ]);
    }
  });
});
