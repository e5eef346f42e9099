import type { components } from '@sluice/client';
import type { Command } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { timeOption } from '../moment.ts';
import { tableOf } from '../screen/table.ts';
import { momentOf, worthOf } from '../views/formats.ts';
import { count } from './instructions.ts';

type Snapshot = components['schemas']['Snapshot'];

interface SnapshotsOptions extends ApiOptions {
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

const USUAL_ITEMS = 20;
/** The API's own largest page. */
const MOST_ITEMS = 200;

export function snapshots(context: Context): Command {
  return declareApi({
    name: 'snapshots',
    summary: 'Lists the latest snapshots, and the ticks that were missed.',
    examples: [
      ['snapshots', 'the latest'],
      ['snapshots --from 2026-11-01 --to 2026-11-02', 'of a day'],
    ],
  })
    .addOption(timeOption('--from <time>', 'of this tick or later'))
    .addOption(timeOption('--to <time>', 'of ticks before this time'))
    .option('--limit <number>', 'at most so many', count(MOST_ITEMS), USUAL_ITEMS)
    .action(async (options: SnapshotsOptions) => {
      const { from, to, limit } = options;
      const query = {
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        limit,
      };
      const items: Snapshot[] = [];
      for await (const item of context.api(options).items('/v1/snapshots', { query })) {
        items.push(item);
        if (items.length >= limit) break;
      }
      context.print(options, {
        json: { items },
        lines: (screen) =>
          items.length === 0
            ? ['no snapshots']
            : tableOf<Snapshot>(
                [
                  { title: 'TICK (UTC)', of: ({ scheduledFor }) => momentOf(scheduledFor) },
                  {
                    title: 'KIND',
                    of: ({ kind }) => kind,
                    paint: ({ kind }) => (kind === 'missed' ? 'red' : null),
                  },
                  { title: 'VALUE', of: worthIn, align: 'right' },
                  { title: 'NOTE', of: noteOf, wraps: true },
                ],
                items,
                screen,
              ),
      });
    });
}

function worthIn(snapshot: Snapshot): string {
  if (snapshot.kind === 'missed') return '';
  const { reportingCurrency = '', total, partialTotal } = snapshot.valuation ?? {};
  const value = total ?? partialTotal;
  return value === null || value === undefined ? 'unknown' : worthOf(value, reportingCurrency);
}

function noteOf(snapshot: Snapshot): string {
  if (snapshot.kind === 'missed') return snapshot.reason;
  const { unvalued = [] } = snapshot.valuation ?? {};
  return unvalued.length === 0 ? '' : `without a price: ${unvalued.join(', ')}`;
}
