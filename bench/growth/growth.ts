import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { whatWaits } from '../../adapters/store/front-page.ts';
import { bytesOfItem } from '../../adapters/store/item-bytes.ts';
import { readOpenAlarms } from '../../adapters/store/open-breaks.ts';
import { LAST_MOMENT } from '../../adapters/store/pages.ts';
import { createSnapshots, listSnapshots, snapshotItem } from '../../adapters/store/snapshots.ts';
import type { Break } from '../../treasury/ledger/break.ts';
import { type CostTables, countedTables, openTables } from '../cost/tables.ts';
import { unitsOf } from '../cost/units.ts';
import { sayRunning } from '../report/running.ts';
import { left, right, type Table } from '../report/table.ts';
import { load, START } from '../reporting/load.ts';
import { unitsOfExport } from './exporting.ts';
import type { Measure } from './measure.ts';
import { noticesAndAlarms } from './open-breaks.ts';
import { unitsOfReconciling } from './reconciling.ts';

/*
 * What reads take with a history, and with ten times as much of it, by the engine's own count of units. The data are made
 * here, on an engine of their own: nothing of it depends on the machine.
 */

const TIMES = 10;
/** Ticks before, at which everything moved and nothing explained it; currencies of the tenant. */
const HISTORY = 30;
const CURRENCIES = 50;
/** Ticks that are reconciled, of which the last is measured. */
const TICKS = 3;
/** Sweeps of each currency before. */
const SWEPT = 3;
/** Open notices in front of an alarm: ten times as many are more than the table answers with at once. */
const NOTICES = 1_000;
/** Of a page of the inbox. */
const WAITING = 100;
/** Currencies of a snapshot, and snapshots of a page. */
const HELD = 80;
const SNAPSHOTS = 40;
/** Snapshots of an export of the largest treasury: some pages of them. */
const EXPORTED = 20;
/** Of a read that may be a second old. */
const BYTES_OF_A_UNIT = 8_192;
/** Breaks of one commit, as many as the store takes. */
const MOST_PUTS = 100;

/** What is measured, and its read units at one and at ten times the data. */
interface Grown {
  readonly what: string;
  readonly data: string;
  /** Before reads were bounded: as measured with 40,000 flows and 10,000 breaks. Empty: not measured. */
  readonly before: string;
  readonly once: number;
  readonly tenfold: number;
}

/** Growth to be called none: a page of the table more or less. */
const FLAT = 1.1;

export async function growth(): Promise<readonly Table[]> {
  // In a file, whose streams have an index: the engine in memory looks through all it ever wrote at each write.
  const folder = await mkdtemp(path.join(tmpdir(), 'sluice-growth-'));
  const tables = await openTables(path.join(folder, 'tables.db'));
  try {
    const counted = unitsOf(tables.dynamo, countedTables(tables));
    const measure: Measure = async (work) => (await counted(work)).reads;
    const rows = [
      ...(await reconciling(tables, measure)),
      ...(await alarms(tables, measure)),
      await pages(tables, measure),
      await exporting(tables, measure),
    ];
    return [table(rows)];
  } finally {
    await tables.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function reconciling(tables: CostTables, measure: Measure): Promise<readonly Grown[]> {
  const { ledgerTable: ledger, snapshotsTable: snapshots } = tables;
  const unitsAfter = async (history: number, moves: 'up' | 'down') => {
    sayRunning(`reconciling ${CURRENCIES} currencies after ${history} ticks, ${moves}`);
    const tenant = `${moves}-${history}`;
    const about = { tenant, currencies: CURRENCIES, history, ticks: TICKS, swept: SWEPT, moves };
    const units = await unitsOfReconciling({ ledger, snapshots }, measure, about);
    return units.at(-1) ?? Number.NaN;
  };
  const grown = async (moves: 'up' | 'down') => ({
    data: `after ${HISTORY} and ${HISTORY * TIMES} such ticks`,
    once: await unitsAfter(HISTORY, moves),
    tenfold: await unitsAfter(HISTORY * TIMES, moves),
  });
  return [
    {
      what: `a tick at which ${CURRENCIES} currencies come in unexplained`,
      before: '307 at the first, 7,268 at the twelfth',
      ...(await grown('up')),
    },
    {
      what: `the same of what goes out, after ${SWEPT} sweeps of each`,
      before: '',
      ...(await grown('down')),
    },
  ];
}

async function alarms(tables: CostTables, measure: Measure): Promise<readonly Grown[]> {
  const unitsWith = async (notices: number) => {
    sayRunning(`an alarm behind ${notices} notices`);
    const tenant = `notices-${notices}`;
    const [some, others] = noticesAndAlarms(tenant, notices, 2);
    await writeBreaks(tables, tenant, [...some, ...others]);
    const watched = await measure(async () => {
      const { outflows } = await readOpenAlarms(tables.ledgerTable, tenant);
      if (outflows !== 1) throw new Error(`${outflows} alarms behind ${notices} notices`);
    });
    const inbox = await measure(async () => {
      const { items } = await whatWaits(tables.ledgerTable).breaks(tenant, 'open', WAITING);
      if (items[0]?.direction !== 'outflow')
        throw new Error('the inbox does not begin with the alarm');
    });
    return { watched, inbox };
  };
  const [once, tenfold] = [await unitsWith(NOTICES), await unitsWith(NOTICES * TIMES)];
  const data = `behind ${NOTICES.toLocaleString('en')} and ${(NOTICES * TIMES).toLocaleString('en')} notices`;
  return [
    {
      what: "open alarms, at each of the watchdog's rounds",
      data,
      before: '128, and no alarm above 1,266 notices',
      ...{ once: once.watched, tenfold: tenfold.watched },
    },
    {
      what: `the first ${WAITING} breaks of the inbox, the alarm among them`,
      data,
      before: 'the oldest, without it',
      ...{ once: once.inbox, tenfold: tenfold.inbox },
    },
  ];
}

/** Units for each snapshot that a page answers with, over the units that its item is read for alone. */
async function pages(tables: CostTables, measure: Measure): Promise<Grown> {
  const unitsWith = async (currencies: number) => {
    sayRunning(`a page of snapshots of ${currencies} currencies`);
    const tenant = `held-${currencies}`;
    const next = load(currencies);
    const store = createSnapshots(tables.snapshotsTable);
    for (let index = 0; index < SNAPSHOTS; index++) {
      if (!(await store.put({ ...next(index), tenant }))) throw new Error('not written');
    }
    let found = 0;
    const range = { from: START, to: LAST_MOMENT };
    const page = await measure(async () => {
      const request = { limit: SNAPSHOTS };
      found = (await listSnapshots(tables.snapshotsTable, tenant, range, request)).items.length;
    });
    const bytes = bytesOfItem(snapshotItem({ ...next(SNAPSHOTS), tenant }, 'for-ever'));
    return page / found / (bytes / BYTES_OF_A_UNIT);
  };
  const rounded = (ratio: number) => Number(ratio.toFixed(2));
  return {
    what: 'a page of snapshots: units of each, over those of its item alone',
    data: `${HELD} and ${HELD * TIMES} currencies`,
    before: '3.3 with 800',
    ...{ once: rounded(await unitsWith(HELD)), tenfold: rounded(await unitsWith(HELD * TIMES)) },
  };
}

/** A file of all of them goes through page after page. */
async function exporting(tables: CostTables, measure: Measure): Promise<Grown> {
  const currencies = HELD * TIMES;
  const unitsWith = async (snapshots: number) => {
    sayRunning(`an export of ${snapshots} snapshots of ${currencies} currencies`);
    const about = { tenant: `exported-${snapshots}`, currencies, snapshots };
    return Number((await unitsOfExport(tables, measure, about)).toFixed(2));
  };
  return {
    what: `a full export of snapshots of ${currencies} currencies: units of 1,000 rows`,
    data: `${EXPORTED} and ${EXPORTED * TIMES} snapshots`,
    before: '19.3, and it never ended',
    ...{ once: await unitsWith(EXPORTED), tenfold: await unitsWith(EXPORTED * TIMES) },
  };
}

async function writeBreaks(
  { ledger }: CostTables,
  tenant: string,
  breaks: readonly Break[],
): Promise<void> {
  const writes = breaks.map((each) => ({ kind: 'put-break', break: each }) as const);
  for (let start = 0; start < writes.length; start += MOST_PUTS) {
    const { ok } = await ledger.commit(tenant, writes.slice(start, start + MOST_PUTS));
    if (!ok) throw new Error('the breaks were not written');
  }
}

function table(rows: readonly Grown[]): Table {
  return {
    title: `Read units with a history, and with ${TIMES} times as much`,
    columns: [
      left('what is read'),
      left('data'),
      right('before'),
      right('once'),
      right('tenfold'),
      right('times'),
    ],
    rows: rows.map(({ what, data, before, once, tenfold }) => {
      const times = once === 0 ? 1 : tenfold / once;
      return [
        what,
        data,
        before,
        String(once),
        String(tenfold),
        `${times.toFixed(2)}${times > FLAT ? '*' : ''}`,
      ];
    }),
    notes: [
      `The engine counts the units, so the figures are the same on every machine. More than ${FLAT} times the units is marked with *.`,
    ],
  };
}
