import type { components } from '@sluice/client';
import type { Command } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { tableOf } from '../screen/table.ts';
import { plain } from '../screen/text.ts';
import { agoOf, amountOf, worthOf } from '../views/formats.ts';
import { notStatedSentences } from '../views/not-stated.ts';

interface BalancesOptions extends ApiOptions {
  readonly now?: true;
}

/** A currency as both answers state it. */
interface Row {
  readonly currency: string;
  readonly total: string;
  readonly available?: string | undefined;
  readonly value?: string | undefined;
}

interface Reading {
  readonly at: string;
  readonly rows: readonly Row[];
  readonly reportingCurrency: string;
  readonly total: string | null;
  readonly partialTotal: string | undefined;
  readonly unvalued: readonly string[];
  /** Sentences about currencies that the answer does not state. */
  readonly notStated: readonly string[];
}

export function balances(context: Context): Command {
  return declareApi({
    name: 'balances',
    summary: 'Shows the balances of the latest snapshot, valued.',
    examples: [
      ['balances', 'as the latest snapshot has them'],
      ['balances --now', 'read from the service at this moment'],
      ['balances --json', 'with prices and the price path of each value'],
    ],
  })
    .option('--now', 'asks the service instead of reading the latest snapshot')
    .action(async (options: BalancesOptions) => {
      const api = context.api(options);
      if (options.now) {
        const { data } = await api.get('/v1/balances');
        show(context, options, data, ofService(data));
        return;
      }
      const { data } = await api.get('/v1/snapshots/latest');
      show(context, options, data, ofSnapshot(data));
    });
}

function totalOf(counted: string | undefined, currency: string): string {
  return counted === undefined ? 'unknown' : worthOf(counted, currency);
}

/** On a line of its own: a terminal may be 60 columns wide. */
const PARTIAL = 'counted: what is stated and has a price';

function show(context: Context, options: BalancesOptions, json: unknown, reading: Reading): void {
  const { rows, reportingCurrency: currency, unvalued, total, partialTotal, at } = reading;
  context.print(options, {
    json,
    lines: (screen) => [
      ...tableOf<Row>(
        [
          { title: 'BALANCE', of: (row) => amountOf(row.total, row.currency), align: 'right' },
          {
            title: 'AVAILABLE',
            of: (row) => (row.available === undefined ? '' : amountOf(row.available, row.currency)),
            align: 'right',
            spare: 1,
          },
          {
            title: 'VALUE',
            of: (row) => (row.value === undefined ? 'no price' : worthOf(row.value, currency)),
            align: 'right',
          },
        ],
        rows,
        screen,
      ),
      '',
      `${screen.paint('bold', 'total')} ${totalOf(total ?? partialTotal, currency)}, ${agoOf(at, Date.now())}`,
      ...(total === null && partialTotal !== undefined ? [PARTIAL] : []),
      ...(unvalued.length === 0 ? [] : [`without a price: ${unvalued.join(', ')}`]),
      ...reading.notStated.map(plain),
    ],
  });
}

function ofService(data: components['schemas']['Balances']): Reading {
  const rows = Object.entries(data.balances).map(([currency, each]) => ({ currency, ...each }));
  const { readAt: at, reportingCurrency, total, partialTotal, unvalued } = data;
  const { notCompared, notStated: absent } = data;
  const notStated = [
    ...notStatedSentences(absent),
    ...(notCompared === undefined ? [] : [notCompared]),
  ];
  return { at, rows, reportingCurrency, total, partialTotal, unvalued, notStated };
}

function ofSnapshot({
  balances,
  valuation,
  notStated,
  takenAt,
}: components['schemas']['SnapshotTaken']): Reading {
  const values = valuation?.values ?? {};
  const rows = Object.entries(balances).map(([currency, each]) => ({
    currency,
    ...each,
    value: values[currency]?.value,
  }));
  return {
    at: takenAt,
    rows: rows.sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    reportingCurrency: valuation?.reportingCurrency ?? '',
    total: valuation?.total ?? null,
    partialTotal: valuation?.partialTotal,
    unvalued: valuation?.unvalued ?? [],
    notStated: notStatedSentences(notStated),
  };
}
