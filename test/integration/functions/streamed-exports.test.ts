import type { QueryCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { ExportStore } from '../../../adapters/exports/export-store.ts';
import type { Upload } from '../../../adapters/objects/upload.ts';
import { bytesOfItem } from '../../../adapters/store/item-bytes.ts';
import { MAX_PAGE_BYTES } from '../../../adapters/store/pages.ts';
import { snapshotItem } from '../../../adapters/store/snapshots.ts';
import { load, tickOf } from '../../../bench/reporting/load.ts';
import { connectFullReports } from '../../../reporting/exports/connect-reports.ts';
import { type Exportable, renderExport } from '../../../reporting/exports/render-export.ts';
import { writeFile } from '../../../reporting/exports/write-file.ts';
import type { Row } from '../../../reporting/formats/report.ts';
import {
  readEnvironment,
  writeExportEnvironment,
} from '../../../runtime/environment/environment.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';

const { deployed } = deployedForEachTest();

/** The largest treasury, and so many of its snapshots: some pages of them. */
const CURRENCIES = 800;
const SNAPSHOTS = 24;
/** Of one part of an upload here, and of a piece that a format passes on at once: a chunk of text, and what packing keeps. */
const PART_BYTES = 256 * 1024;
const PIECE_BYTES = 256 * 1024;
/** Of a read that may be a second old. */
const BYTES_OF_A_UNIT = 8_192;
/** Units of a snapshot over those of its item alone: 3.3 where each page read a megabyte. */
const MOST_OVERHEAD = 1.7;
const TEST_TIMEOUT_MS = 240_000;

interface Held {
  /** Rows of the items that were read for the page at hand, also of those that it has no room for. */
  read: number;
  rendered: number;
  renderedBefore: number;
  made: number;
  uploaded: number;
  units: number;
  mostRows: number;
  mostBytes: number;
}

/** What an export holds between what it reads and what it has uploaded. */
async function held(format: 'csv' | 'json' | 'xlsx', snapshots: number): Promise<Held> {
  const held: Held = {
    ...{ read: 0, rendered: 0, renderedBefore: 0, made: 0, uploaded: 0, units: 0 },
    ...{ mostRows: 0, mostBytes: 0 },
  };
  const { client } = deployed().ledgerTable;
  const send = async (command: QueryCommand) => {
    command.input.ReturnConsumedCapacity = 'TOTAL';
    const answer = await client.send(command);
    // The first read after a row is that of the next page.
    if (held.rendered > held.renderedBefore) held.read = 0;
    held.renderedBefore = held.rendered;
    held.read += (answer.Items?.length ?? 0) * CURRENCIES;
    held.mostRows = Math.max(held.mostRows, held.read);
    held.units += answer.ConsumedCapacity?.CapacityUnits ?? Number.NaN;
    return answer;
  };
  const counting = Object.assign(Object.create(client), { send });
  const environment = readEnvironment(writeExportEnvironment);
  const reports = connectFullReports(environment, TENANT, counting);
  const range = { from: tickOf(0), to: tickOf(snapshots) };
  const { report } = (await reports['GET /v1/snapshots']({ ...range, format })) as Exportable;
  const parts = report.parts.map((part) => ({
    ...part,
    rows: (async function* (): AsyncGenerator<Row> {
      for await (const row of part.rows) {
        held.rendered += 1;
        yield row;
      }
    })(),
  }));
  const pieces = async function* () {
    for await (const piece of renderExport({ report: { ...report, parts } }, { format })) {
      held.made += piece.length;
      held.mostBytes = Math.max(held.mostBytes, held.made - held.uploaded);
      yield piece;
    }
  };
  class Store extends ExportStore {
    override async addPart(upload: Upload, content: Buffer): Promise<void> {
      await super.addPart(upload, content);
      held.uploaded += content.length;
    }
  }
  const place = { tenant: TENANT, id: `${format}-${snapshots}` };
  const kind = { contentType: '', contentDisposition: '' };
  await writeFile(new Store('exports'), place, kind, pieces(), PART_BYTES);
  return held;
}

describe(`an export of ${CURRENCIES} currencies`, () => {
  let [itemBytes, shownBytes] = [0, 0];

  beforeEach(async () => {
    const next = load(CURRENCIES);
    for (let index = 0; index < SNAPSHOTS; index++) {
      const snapshot = { ...next(index), tenant: TENANT };
      itemBytes = bytesOfItem(snapshotItem(snapshot, 'for-ever'));
      shownBytes = Buffer.byteLength(JSON.stringify(snapshot));
      await deployed().snapshots.put(snapshot);
    }
  }, TEST_TIMEOUT_MS);

  it(
    'holds a page of rows and a part of its file at most, in every format, and reads each item about once',
    async () => {
      const pageRows = (Math.ceil(MAX_PAGE_BYTES / shownBytes) + 1) * CURRENCIES;
      for (const format of ['csv', 'json', 'xlsx'] as const) {
        const all = await held(format, SNAPSHOTS);
        expect([format, all.rendered]).toEqual([format, SNAPSHOTS * CURRENCIES]);
        const overhead = all.units / SNAPSHOTS / (itemBytes / BYTES_OF_A_UNIT);
        const { mostRows, mostBytes } = all;
        expect({ format, pageRows, mostRows, mostBytes, overhead }).toEqual({
          ...{ format, pageRows },
          mostRows: expect.toSatisfy((rows) => rows <= pageRows),
          mostBytes: expect.toSatisfy((bytes) => bytes < PART_BYTES + PIECE_BYTES),
          overhead: expect.toSatisfy((times) => times < MOST_OVERHEAD),
        });
      }
    },
    TEST_TIMEOUT_MS,
  );
});
