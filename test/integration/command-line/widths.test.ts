import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { widthOf } from '../../../bin/sluice/screen/text.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { servedForTheFile } from '../authorisation/served-api.ts';
import { deploymentSteps } from '../functions/deployment-steps.ts';
import { sluice } from './command-line.ts';

const served = servedForTheFile();
const steps = deploymentSteps(() => served().deployed);
const folder = mkdtempSync(path.join(temporaryFolder(), 'widths-'));

let withdrawal: string;

beforeAll(async () => {
  await steps.snapshot();
  await steps.sweep();
  const { accounts } = await served().deployed.ledger.readPolicy('main');
  const asked = await steps.withdraw({
    withdrawalAccountId: accounts.find(({ currency }) => currency === 'BTC')?.id,
    amount: '0.01234567',
    comment: 'a comment of some length, so that it has to be broken on a narrow terminal',
  });
  withdrawal = String(asked.body.id);
});

/** Every command that prints a table or fields, with the person whose role shows the most. */
const LINES = [
  'status --as treasurer',
  'balances --as viewer',
  'why BTC --as viewer',
  'lanes --as viewer',
  'lanes rearm --as viewer',
  'snapshots --as viewer',
  'withdrawals --as viewer',
  'withdrawals show ID --as viewer',
  'trades --as viewer',
  'inbox --as approver',
  'breaks --as viewer',
  'statement MONTH --as viewer',
  'audit verify --as treasurer',
  'diagnose ID --as treasurer',
  'diagnose unknown-outcome --as treasurer',
] as const;

/** A text that cannot be broken: an id, a hash, an address. It is copied, and so never cut. */
const UNBREAKABLE = /\S{40,}/;

/** An amount whose currency stands on the next line. */
const PARTED = /\d\s*\n\s*(BTC|ETH|EUR|SOL|USD|USDC|XAU)\b/;

describe.each([60, 80, 140])('on a terminal of %i columns', (columns) => {
  it.each(LINES)('sluice %s fits, and parts no amount', async (line) => {
    const filled = line
      .replace('ID', withdrawal)
      .replace('MONTH', new Date().toISOString().slice(0, 7));
    const ran = await sluice(filled.split(' '), {
      XDG_STATE_HOME: path.join(folder, 'state'),
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      SLUICE_API: served().url,
      COLUMNS: String(columns),
      NO_COLOR: '1',
    });
    expect(ran.code, ran.stderr).toBe(0);
    const wide = ran.stdout
      .split('\n')
      .filter((each) => widthOf(each) > columns && !UNBREAKABLE.test(each));
    expect(wide).toEqual([]);
    expect(ran.stdout).not.toMatch(PARTED);
    // The id that a person copies stands on one line.
    if (filled.includes(' show ')) expect(ran.stdout).toMatch(new RegExp(`${withdrawal}$`, 'm'));
    if (line.startsWith('inbox')) expect(ran.stdout).toContain('0.01234567 BTC');
  });
});
