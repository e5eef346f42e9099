import { describe, expect, it } from 'vitest';
import { screenOf } from '../../../bin/sluice/screen/screen.ts';
import { type Column, fieldsOf, tableOf } from '../../../bin/sluice/screen/table.ts';
import { plain, widthOf, wrapped } from '../../../bin/sluice/screen/text.ts';

interface Row {
  readonly id: string;
  readonly amount: string;
  readonly to: string;
  readonly why: string;
}

const ROWS: readonly Row[] = [
  {
    id: 'sweep-usd-large-20261122T230020Z',
    amount: '1,234,567.123456789 USDC',
    to: 'USD operating account',
    why: 'The balance of 254500 USDC, less 104500 USDC not known to be booked, is not above the threshold.',
  },
  { id: 'short', amount: '1 BTC', to: '保管口座', why: 'idle' },
];

const COLUMNS: readonly Column<Row>[] = [
  { title: 'ID', of: ({ id }) => id },
  { title: 'AMOUNT', of: ({ amount }) => amount, align: 'right' },
  { title: 'TO', of: ({ to }) => to, spare: 1 },
  { title: 'WHY', of: ({ why }) => why, wraps: true },
];

const at = (COLUMNS_ENV: number) => screenOf({}, { COLUMNS: String(COLUMNS_ENV) });

describe.each([60, 80, 140])('a table on a terminal of %i columns', (width) => {
  const lines = tableOf(COLUMNS, ROWS, at(width));

  it('fits', () => {
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
  });

  it('cuts no id and no amount', () => {
    for (const { id, amount } of ROWS) {
      expect(lines.some((line) => line.includes(id))).toBe(true);
      expect(lines.some((line) => line.includes(amount))).toBe(true);
    }
  });
});

it('parts no amount from its currency in a sentence, however narrow it is', () => {
  const sentence =
    'The balance of 254,500.25 USDC, less 104,500 USDC (12 %), is not above -1,000.5 BTC of it.';
  for (let width = 20; width < 100; width++) {
    const lines = wrapped(sentence, width);
    for (const amount of ['254,500.25 USDC,', '104,500 USDC', '-1,000.5 BTC']) {
      expect(
        lines.some((line) => line.includes(amount)),
        `${amount} at ${width}`,
      ).toBe(true);
    }
    expect(lines.join(' ')).toBe(sentence);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
  }
});

it('leaves out what can be spared before it turns rows into blocks', () => {
  expect(tableOf(COLUMNS, ROWS, at(140))[0]).toMatch(/^ID +AMOUNT +TO +WHY$/);
  expect(tableOf(COLUMNS, ROWS, at(90))[0]).toMatch(/^ID +AMOUNT +WHY$/);
  expect(tableOf(COLUMNS, ROWS, at(60))[0]).toBe(`ID      ${ROWS[0]?.id}`);
});

it('breaks no line where there is no terminal, which a pipe takes as they are', () => {
  expect(tableOf(COLUMNS, ROWS, screenOf({}, {}))).toHaveLength(1 + ROWS.length);
});

it('shows the control characters of other parties instead of obeying them', () => {
  const hostile = 'Payroll\u001b[2K\u001b[1Aapproved\u202e\nby everyone\u0007';
  expect(plain(hostile)).toBe('Payroll\\u001b[2K\\u001b[1Aapproved\\u202e by everyone\\u0007');
  const row = { id: 'x', amount: '1', to: hostile, why: hostile };
  const screen = screenOf({ isTTY: true, columns: 400 }, { FORCE_COLOR: '1' });
  const shown = [...tableOf(COLUMNS, [row], screen), ...fieldsOf([['label', hostile]], screen)];
  for (const control of ['\u001b[2K', '\u001b[1A', '\u202e', '\u0007']) {
    expect(shown.join('')).not.toContain(control);
  }
});

it('has colour on a terminal alone, unless NO_COLOR or FORCE_COLOR say otherwise', () => {
  const terminal = { isTTY: true, columns: 80 };
  expect(screenOf(terminal, {}).colour).toBe(true);
  expect(screenOf(terminal, { NO_COLOR: '1' }).colour).toBe(false);
  expect(screenOf(terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }).colour).toBe(false);
  expect(screenOf(terminal, { TERM: 'dumb' }).colour).toBe(false);
  expect(screenOf({}, {}).colour).toBe(false);
  expect(screenOf({}, { FORCE_COLOR: '1' }).colour).toBe(true);
});
