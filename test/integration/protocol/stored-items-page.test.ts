import path from 'node:path';
import { expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { TENANT } from './treasury-under-test.ts';

/*
 * docs/stored-items.md is what a person sees of a swept currency in the table browser: the items of a real sweep, attribute by
 * attribute. `npx vitest run test/integration/protocol/stored-items-page.test.ts --update` writes the page anew.
 */

const treasury = treasuryForEachTest();
const { proposedId, send } = sendingSteps(treasury);
const { read } = tableHand(() => treasury().table);

const PAGE = path.resolve(import.meta.dirname, '../../../docs/stored-items.md');

/** What differs from run to run, by the last part of its attribute's path. */
const DRAWN: ReadonlySet<string> = new Set([
  'nonce',
  'mac',
  'id',
  'epoch',
  'createdAt',
  'processedAt',
]);
const SERVICE_ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
const SERVICE_TIME = /"(createdAt|processedAt)":"[^"]*"/g;

function rowsOf(value: unknown, at: string): readonly string[] {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    const parts = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return parts.flatMap(([name, part]) => rowsOf(part, at === '' ? name : `${at}.${name}`));
  }
  return [`| \`${at}\` | \`${shown(value, at).replaceAll('|', '\\|')}\` |`];
}

function shown(value: unknown, at: string): string {
  const name = at.split('.').at(-1) ?? '';
  const isOurs = at === 'id' || (name === 'id' && at.startsWith('origin'));
  if (DRAWN.has(name) && !isOurs && at !== 'createdAt') return '...';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(SERVICE_ID, '...').replace(SERVICE_TIME, '"$1":"..."');
}

function tableOf(title: string, item: RawItem): string {
  return [
    `## ${title}`,
    '',
    '| attribute | value |',
    '| --- | --- |',
    ...rowsOf(item, ''),
    '',
  ].join('\n');
}

it('an instruction and its lane are read in the table as docs/stored-items.md shows them', async () => {
  const id = await proposedId();
  await send(id);
  const page = [
    '# Items as the table browser shows them',
    '',
    'Everything in the ledger is plain: each field is an attribute that a person reads, filters by and compares. These are the items of one',
    'sweep, from a real table, after it was confirmed; inner attributes have their path, and `...` stands for what differs from run to run.',
    'What is large (snapshots, runs, points, spans, statements, batches of events) is one attribute, `packed`',
    '([decision 26](decisions/0026-items-are-plain.md)).',
    '',
    tableOf('The instruction of a sweep', await read(ledgerKeys.instruction(TENANT, id))),
    tableOf('The lane that it left by', await read(ledgerKeys.lane(TENANT, 'BTC'))),
    tableOf('What its limits count', await read(ledgerKeys.laneCounts(TENANT, 'BTC'))),
  ].join('\n');
  await expect(page).toMatchFileSnapshot(PAGE);
});
