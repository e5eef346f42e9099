import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownZone } from '../../../bin/sluice/moment.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { servedForTheFile } from '../authorisation/served-api.ts';
import { deploymentSteps } from '../functions/deployment-steps.ts';
import { policyCalls } from '../functions/policy-calls.ts';
import { sluice as runSluice } from './command-line.ts';

const served = servedForTheFile();
const steps = deploymentSteps(() => served().deployed);
const { putAccount } = policyCalls(() => served().deployed);
const folder = temporaryFolder();

/** Whatever looks like an access token: only --print-token shows one. */
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  XDG_STATE_HOME: path.join(folder, 'state'),
  XDG_CONFIG_HOME: path.join(folder, 'config'),
  SLUICE_API: served().url,
  ...more,
});

async function sluice(line: string, more: Readonly<Record<string, string>> = {}) {
  const args = line.match(/"[^"]*"|\S+/g)?.map((each) => each.replaceAll('"', '')) ?? [];
  const ran = await runSluice(args, environment(more));
  expect(ran.stdout + ran.stderr).not.toMatch(TOKEN);
  return ran;
}

const json = async (line: string) => {
  const ran = await sluice(`${line} --json`);
  expect(ran).toMatchObject({ code: 0 });
  return JSON.parse(ran.stdout);
};

let withdrawal: string;

beforeAll(async () => {
  await steps.snapshot();
  await steps.sweep();
  const { accounts } = await served().deployed.ledger.readPolicy('main');
  const asked = await steps.withdraw({
    withdrawalAccountId: accounts.find(({ currency }) => currency === 'BTC')?.id,
    amount: '0.01',
    comment: 'for the command line',
  });
  expect(asked).toMatchObject({ status: 202 });
  withdrawal = String(asked.body.id);
});

/** A calendar as a file of a policy: the least that a folder of one can hold. */
const OFFICE_DAYS = [
  'id: none',
  'label: Office',
  'timeZone: UTC',
  'from: 2026-01-01',
  'until: 2030-12-31',
  'weekend: [SAT, SUN]',
  'holidays: []',
].join('\n');

describe('looking', () => {
  it('shows the front page, the balances, the runs and why', async () => {
    const status = await sluice('status --as viewer');
    expect(status).toMatchObject({ code: 0, stderr: '' });
    expect(status.stdout).toMatch(/^mode +live\nvalue +/);
    expect(status.stdout).toContain(withdrawal);
    expect((await sluice('balances --as viewer')).stdout).toMatch(/BALANCE +AVAILABLE +VALUE/);
    const why = await json('why btc --as viewer');
    expect(why.lane.currency).toBe('BTC');
    expect(why.decisions[0].decision.checks.length).toBeGreaterThan(5);
    expect((await json('snapshots --as viewer')).items.length).toBeGreaterThan(0);
    expect((await json('inbox --for-me --as approver')).items).toMatchObject([{ id: withdrawal }]);
  });

  it('lists and shows instructions, and waits for their end', async () => {
    const { items } = await json('withdrawals --state confirmed --as viewer');
    expect(items).toMatchObject([{ status: { state: 'confirmed' } }]);
    const [{ id }] = items;
    expect((await sluice(`withdrawals show ${id} --as viewer`)).stdout).toContain('history');
    expect(await sluice(`withdrawals wait ${id} --as viewer`)).toMatchObject({ code: 0 });
    expect((await sluice('trades --as viewer')).stdout).toBe('no trades\n');
    expect((await sluice('breaks --as viewer')).code).toBe(0);
  });

  it('computes the audit chain again, and prints the events that there were', async () => {
    expect(await sluice('audit verify --as treasurer')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^whole: \d+ entr(y|ies)/),
    });
    const events = await sluice(`events tail --since ${instantOf(0)} --once --json --as viewer`);
    expect(events.code).toBe(0);
  });

  it('collects what belongs to an id, without addresses, comments and names', async () => {
    const bundle = await json(`diagnose ${withdrawal} --as treasurer`);
    expect(bundle).toMatchObject({ kind: 'withdrawal', about: withdrawal });
    expect(bundle.item.destination).toBe('(hidden)');
    expect(bundle.logQuery).toContain(withdrawal);
    expect(JSON.stringify(bundle)).not.toMatch(/tess|for the command line/);
    expect(await json('diagnose unknown-outcome --as viewer')).toMatchObject({
      kind: 'alarm',
      alarm: { runbook: 'docs/operations.md#unknown-outcome' },
    });
  });

  it('shows the statement of a month, and what it rests on', async () => {
    const month = instantOf(Date.now()).slice(0, 7);
    const { stdout } = await sluice(`statement ${month} --as viewer`);
    expect(stdout).toMatch(/^state open\n/);
    expect(stdout).toMatch(
      /\n\nIt opens with the first reading: .*\nThe first reading was taken at /,
    );
    expect(stdout).toMatch(/\nNo outcome was unknown at the last reading\.\n$/);
  });

  it('rolls forward from month to month, on the screen, as JSON and in files', async () => {
    const month = instantOf(Date.now()).slice(0, 7);
    const asked = `roll-forward --from ${month} --to ${month} --as viewer`;
    const { stdout } = await sluice(asked);
    expect(stdout).toMatch(/^MONTH +OF +LINE +MOVEMENTS +AMOUNT +VALUE\n/);
    expect(stdout).toMatch(new RegExp(`\n${month} +BTC +closing +[\\d.,]+ BTC `));
    expect(stdout).toMatch(new RegExp(`\n${month} +all +closing +`));
    expect(stdout).toMatch(new RegExp(`\n${month}: open, from the reading of `));
    const of = async (more: string) => {
      const { parts } = await json(`${asked} ${more}`);
      const lines = parts.find(({ name }: { name: string }) => name === 'lines').rows;
      return new Set(lines.map(({ currency }: { currency: string | null }) => currency));
    };
    expect((await of('')).size).toBeGreaterThan(2);
    expect(await of('--currency btc')).toEqual(new Set(['BTC']));
    const file = path.join(folder, 'rolled.csv');
    expect((await sluice(`${asked} --csv --output ${file}`)).stdout).toMatch(
      /rolled\.csv: \d+ bytes/,
    );
    expect(readFileSync(file, 'utf8')).toMatch(/^.?month,scope,currency,line,/);
    await sluice(`${asked} --xlsx --output ${path.join(folder, 'rolled.xlsx')}`);
    expect(readFileSync(path.join(folder, 'rolled.xlsx')).subarray(0, 2).toString()).toBe('PK');
    for (const wrong of [
      `roll-forward --from ${month} --as viewer`,
      `roll-forward --from 2026-13 --to ${month} --as viewer`,
      'roll-forward --from 2026-11 --to 2026-10 --as viewer',
      `${asked} --csv --xlsx`,
      `${asked} --csv --json`,
      `${asked} --csv --currency BTC`,
    ]) {
      expect(await sluice(wrong), wrong).toMatchObject({ code: 64, stdout: '' });
    }
  });

  it('writes a report to a file, whole', async () => {
    const file = path.join(folder, 'snapshots.csv');
    const to = instantOf(Date.now() + 60_000);
    const from = instantOf(Date.now() - 3_600_000);
    const line = `export snapshots --from ${from} --to ${to} --output ${file} --as viewer`;
    expect(await json(line)).toMatchObject({ file, bytes: statSync(file).size });
    expect(existsSync(`${file}.part`)).toBe(false);
  });
});

describe('deciding', () => {
  it('approves nothing without a yes, nor for a role that may not, nor what is another by now', async () => {
    const asking = await sluice(`approve ${withdrawal} --as approver`);
    expect(asking).toMatchObject({ code: 64, stdout: '' });
    expect(asking.stderr).toContain('0.01 BTC');
    expect(await sluice(`approve ${withdrawal} --yes --as viewer`)).toMatchObject({ code: 4 });
    expect(await sluice(`approve ${withdrawal} --yes --as machine`)).toMatchObject({ code: 4 });
    const other = await sluice(`approve ${withdrawal} --yes --etag "other" --as approver`);
    expect(other).toMatchObject({ code: 6, stderr: expect.stringContaining('is not what had') });
    const { status } = await json(`withdrawals show ${withdrawal} --as viewer`);
    expect(status.state).toBe('awaiting-approval');
  });

  it('shows in full what it approves, destination included, and approves it', async () => {
    const ran = await sluice(`approve ${withdrawal} --yes --as approver`);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stderr).toMatch(/to: \S+ +\S+/);
    expect(ran.stdout).toMatch(
      new RegExp(`^approved withdrawal ${withdrawal} by \\S+; that is enough\\n$`),
    );
    const again = await sluice(`decline ${withdrawal} --comment "too late" --yes --as approver`);
    expect(again.code).toBe(5);
    expect(again.stderr).toMatch(/request \S+/);
  });

  it('states that a payment has arrived at an account, by two people', async () => {
    const { accounts } = await served().deployed.ledger.readPolicy('main');
    const account = accounts.find(({ currency }) => currency === 'BTC');
    if (account === undefined) throw new Error('there is an account');
    const none = await sluice(`arrived ${account.id} --yes --as treasurer`);
    expect(none).toMatchObject({ code: 5, stderr: expect.stringContaining('nothing to say') });
    const { label, network, currency, details, status, version } = account;
    const draft = { id: account.id, label, network, currency, details, status };
    const limited = { ...draft, firstPaymentMaximum: '3' };
    expect(await putAccount(account.id, limited, `"${version}"`)).toMatchObject({ status: 200 });
    const asked = await sluice(`arrived ${account.id} --yes --as treasurer`);
    expect(asked.stderr).toContain('at most 3 BTC leaves to it until a payment arrived');
    expect(asked.stdout).toContain('another person has to approve it');
    const id = asked.stdout.trim().split(' ').at(-1);
    expect(await sluice(`approve ${id} --yes --as approver`)).toMatchObject({ code: 0 });
    const again = await sluice(`arrived ${account.id} --yes --as treasurer`);
    expect(again).toMatchObject({ code: 5, stderr: expect.stringContaining('has had a payment') });
  });

  it('halts at once, and resumes by two people', async () => {
    const halted = await sluice('halt --comment "the service is odd" --as trader');
    expect(halted).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('halted: everything'),
    });
    expect(await sluice('status --exit-code --as viewer')).toMatchObject({ code: 3 });
    const { id } = await json('resume --comment "it is well again" --yes --as treasurer');
    expect(await sluice(`approve ${id} --yes --as treasurer`)).toMatchObject({ code: 5 });
    expect(await sluice(`approve ${id} --yes --as approver`)).toMatchObject({ code: 0 });
    expect((await json('status --as viewer')).mode).toBe('live');
  });
});

describe('an unknown outcome', () => {
  it('has its command as the next step, and says from when on it can be settled', async () => {
    served().deployed.sandbox.queueFault({
      on: 'POST /v1/trades',
      fault: { kind: 'status', status: 503, execute: true },
    });
    const { body } = await steps.trade(steps.belowMarket('0.01'));
    expect(body).toMatchObject({ status: { state: 'unknown' } });
    const id = String(body.id);
    const lanes = await sluice('lanes --as viewer');
    expect(lanes.stdout.replaceAll(/\s+/g, ' ')).toContain(`sluice settle ${id}`);
    expect(lanes.stdout).not.toContain('/v1/');
    expect((await sluice('status --as viewer')).stdout).not.toContain('/v1/');
    const line = `settle ${id} --executed --fill-base 0.01 --fill-quote 600 --comment "row 81"`;
    const early = await sluice(`${line} --yes --as treasurer`);
    expect(early).toMatchObject({ code: 5, stdout: '' });
    expect(early.stderr).toContain('it cannot be settled yet: no balance has been read since');
    expect(early.stderr).toMatch(/The next snapshot is due at [\d-]{10} [\d:]{8} UTC, in /);
    const forPrograms = await sluice(`${line} --yes --as treasurer --json`);
    const last = forPrograms.stderr.trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ error: { code: 'no-evidence', kind: 'refused' } });
  });
});

describe('where a command decides', () => {
  const ELSEWHERE = 'http://127.0.0.1:9';
  /** Whoever has the address of one stack exported, and names the profile of another. */
  const exported = () => {
    const home = path.join(folder, 'named');
    mkdirSync(path.join(home, 'sluice'), { recursive: true });
    const profiles = { prod: { api: served().url, tenant: 'main' } };
    writeFileSync(path.join(home, 'sluice/config.json'), JSON.stringify({ profiles }));
    return { XDG_CONFIG_HOME: home, SLUICE_API: ELSEWHERE, SLUICE_TENANT: 'another' };
  };

  it.each([
    'halt --currency NONE --comment "as named"',
    'resume --comment "as named"',
    'approve none',
    'decline none --comment "as named"',
    'settle none --executed --comment "as named"',
    'lanes rearm --unbooked BTC=0 --comment "as named"',
    'breaks explain none --kind other --comment "as named"',
    'breaks close none --comment "as named"',
    'apply FOLDER --auto-approve',
  ])('is said before anything else, and is where its option says: %s', async (line) => {
    // With nothing of a policy in it, a folder is refused before anything is asked.
    const command = line.replace('FOLDER', path.join(folder, 'policy'));
    mkdirSync(path.join(folder, 'policy', 'calendars'), { recursive: true });
    writeFileSync(path.join(folder, 'policy', 'calendars', 'none.yaml'), OFFICE_DAYS);
    const ran = await sluice(`${command} --profile prod --as viewer`, exported());
    expect(ran.stderr.split('\n')[0]).toBe(
      `profile prod (--profile): ${served().url}, tenant main`,
    );
    expect([0, 4, 5, 64], ran.stderr).toContain(ran.code);
  });

  it('halts where an explicit profile says, whatever is exported, and nowhere else', async () => {
    const ran = await sluice('halt --comment "elsewhere" --profile prod --as trader', exported());
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('halted: everything') });
    const { id } = await json('resume --comment "it was a test" --yes --as treasurer');
    expect(await sluice(`approve ${id} --yes --as approver`)).toMatchObject({ code: 0 });
    const both = await sluice('halt --comment "which?" --profile prod --api URL', exported());
    expect(both).toMatchObject({ code: 64, stdout: '' });
    const unknown = await sluice('halt --comment "where?" --profile none', exported());
    expect(unknown.stderr).toContain('Known are: local, prod.');
    expect(unknown).toMatchObject({ code: 64, stdout: '' });
  });

  it('names the tenant also where only the token says it', async () => {
    const ran = await sluice('resume --comment "as named" --yes --as treasurer');
    expect(ran.stderr.split('\n')[0]).toBe(
      `profile local (SLUICE_API): ${served().url}, tenant main`,
    );
    const halted = await sluice('halt --currency BTC --comment "as named" --as trader');
    expect(halted).toMatchObject({ code: 0, stderr: expect.stringContaining('\ntenant main\n') });
    const { id } = await json('resume --currency BTC --comment "a test" --yes --as treasurer');
    expect(await sluice(`approve ${id} --yes --as approver`)).toMatchObject({ code: 0 });
    const gone = await sluice(
      'resume --comment "as named" --yes --api http://127.0.0.1:9 --as viewer',
    );
    expect(gone).toMatchObject({ code: 7, stdout: '' });
    expect(gone.stderr).toContain('profile local (--api): http://127.0.0.1:9, tenant not known');
  });

  it('breaks the glass at the table that it names, and takes no deployment beside it', async () => {
    const line = 'halt --break-glass --ledger TABLE --comment "which?" --stage prod';
    const ran = await sluice(line);
    expect(ran).toMatchObject({ code: 64, stdout: '' });
    expect(ran.stderr).toContain('--stage');
  });

  it('takes half of a sign-in for a mistake', async () => {
    const ran = await sluice('status', { SLUICE_CLIENT_ID: 'a-program' });
    expect(ran).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('SLUICE_CLIENT_SECRET'),
    });
  });
});

/** What every failure says to a program. */
const SHAPE = ['message', 'kind', 'exitCode', 'code', 'help', 'fields', 'requestId'];

describe('failing', () => {
  it('says what to do, with an exit code of its own', async () => {
    const cases = [
      ['status', 4, 'sluice login'],
      ['status --as stranger', 64, 'user is one of'],
      ['withdrawals show none --as viewer', 5, 'What helps:'],
      ['status --profile elsewhere-unknown', 64, 'there is no profile'],
      ['stats', 64, 'Did you mean status?'],
      ['why XYZ --as viewer', 5, 'no rule and no currency'],
      ['withdrawals --limit many --as viewer', 64, 'a whole number'],
    ] as const;
    for (const [line, code, said] of cases) {
      const env = line.includes('--profile') ? { SLUICE_API: '' } : {};
      const ran = await sluice(line, env);
      expect({ line, code: ran.code }).toEqual({ line, code });
      expect(ran.stderr).toContain(said);
      expect(ran.stdout).toBe('');
    }
  });

  it('says each failure to a program in one shape, the last line of the standard error', async () => {
    const empty = path.join(folder, 'not-there.json');
    const lines = [
      ['status --nonsense', 64, 'usage'],
      ['nonsense', 64, 'usage'],
      ['trades --state odd', 64, 'usage'],
      ['trades --from soon', 64, 'usage'],
      ['status --every 5', 64, 'usage'],
      ['halt', 64, 'usage'],
      ['status --profile none', 64, 'usage'],
      ['status', 4, 'signedOut'],
      ['halt --comment "no" --as viewer', 4, 'signedOut'],
      ['withdrawals show none --as viewer', 5, 'refused'],
      ['approve none --yes --as approver', 5, 'refused'],
      ['why XYZ --as viewer', 5, 'refused'],
      ['status --as viewer --api http://127.0.0.1:9', 7, 'unreachable'],
      [`apply ${folder} --plan ${empty} --as treasurer`, 1, 'failed'],
      [`policy check ${empty}`, 1, 'failed'],
      [
        `calendar import ${empty} --into ${folder} --id x --from 2026-01-01 --until 2026-12-31`,
        1,
        'failed',
      ],
      ['token status --stage none', 64, 'usage'],
      ['token status secret-in-the-wrong-place', 64, 'usage'],
    ] as const;
    for (const [line, exitCode, kind] of lines) {
      const env = line.includes('--profile') ? { SLUICE_API: '' } : {};
      const ran = await sluice(`${line} --json`, env);
      expect({ line, code: ran.code, stdout: ran.stdout }).toEqual({
        line,
        code: exitCode,
        stdout: '',
      });
      const said = ran.stderr
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each));
      const { error } = said.at(-1);
      expect({ line, error }).toMatchObject({ line, error: { kind, exitCode } });
      expect(Object.keys(error)).toEqual(expect.arrayContaining(SHAPE));
      expect(ran.stderr).not.toContain('secret-in-the-wrong-place');
    }
  });

  it('helps with a command by its name', async () => {
    const help = await sluice('help trades list');
    expect(help).toMatchObject({ code: 0, stdout: (await sluice('trades list --help')).stdout });
    expect(help.stdout).toContain('--instrument');
    expect(help.stdout).toMatch(/Times:\n +2h or 3d \(ago\)/);
    expect((await sluice('help')).stdout).toContain('Decide:');
    expect(await sluice('help nonsense')).toMatchObject({ code: 64, stdout: '' });
  });

  it('takes times as a person types them', async () => {
    for (const from of ['2h', 'yesterday', '2026-11-01', '2026-11-01T09:30', instantOf(0)]) {
      const ran = await sluice(`withdrawals --from ${from} --as viewer`);
      expect(ran, from).toMatchObject({ code: 0, stderr: '' });
    }
    expect((await json('withdrawals --from 1h --as viewer')).items.length).toBeGreaterThan(0);
    expect((await json('withdrawals --to 1h --as viewer')).items).toEqual([]);
    expect((await sluice('withdrawals --from soon --as viewer')).stderr).toContain(ownZone());
  });

  it('says so in JSON for a program, and never sends a built-in person elsewhere', async () => {
    const ran = await sluice('withdrawals show none --as viewer --json');
    expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code: 'not-found', exitCode: 5 } });
    const elsewhere = await sluice('status --as viewer --api https://sluice.example');
    expect(elsewhere).toMatchObject({ code: 64, stderr: expect.stringContaining('built in') });
    const closed = await sluice('status --as viewer --api http://127.0.0.1:9');
    expect(closed).toMatchObject({ code: 7, stderr: expect.stringContaining('npm start') });
  });
});

describe('signing in', () => {
  /** Chooses a person on the page of the identity provider, as a browser would. */
  async function chooses(person: string, page: string): Promise<void> {
    const cookies = new Map<string, string>();
    const go = async (url: string, init: RequestInit = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const target = new URL(url, served().url);
      const answer = await fetch(target, { ...init, redirect: 'manual', headers: { cookie } });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      return answer.headers.get('location') ?? '';
    };
    const signIn = await go(page);
    const body = new URLSearchParams({ user: person });
    const callback = await go(await go(signIn, { method: 'POST', body }));
    const back = await fetch(callback);
    expect(await back.text()).toContain('Back to the terminal');
  }

  it('comes back from the browser, keeps tokens for its owner alone, and renews them', async () => {
    let isChosen = false;
    const ran = await runSluice(['login', '--no-browser'], environment(), (stderr) => {
      const [page] = /http:\S+\/auth\S+/.exec(stderr) ?? [];
      if (page === undefined || isChosen) return;
      isChosen = true;
      const asked = new URL(page).searchParams;
      expect(asked.get('code_challenge_method')).toBe('S256');
      void chooses('treasurer', page);
    });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('signed in') });
    expect(ran.stdout + ran.stderr).not.toMatch(TOKEN);
    const file = path.join(folder, 'state/sluice/tokens.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(await sluice('audit verify')).toMatchObject({ code: 0 });

    // An access token at its end is replaced, once, by two commands at the same time.
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ local: { ...kept.local, expiresAtMs: 0 } }), {
      mode: 0o644,
    });
    const both = await Promise.all([sluice('balances'), sluice('status')]);
    expect(both).toMatchObject([{ code: 0 }, { code: 0 }]);
    const renewed = JSON.parse(readFileSync(file, 'utf8'));
    expect(renewed.local.accessToken).not.toBe(kept.local.accessToken);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const printed = await runSluice(['login', '--print-token'], environment());
    expect(printed.stdout).toMatch(TOKEN);
    // Another address gets no token of this one.
    const other = { SLUICE_API: 'http://localhost:9' };
    expect(await sluice('status', other)).toMatchObject({ code: 4 });
    expect(await sluice('logout')).toMatchObject({ code: 0, stdout: 'signed out of local\n' });
    expect(readFileSync(file, 'utf8')).toBe('{}');
    expect(await sluice('status')).toMatchObject({ code: 4 });
  });

  it('takes no answer that is not of this sign-in', async () => {
    let isAnswered = false;
    const ran = await runSluice(['login', '--no-browser'], environment(), (stderr) => {
      const [page] = /http:\S+\/auth\S+/.exec(stderr) ?? [];
      if (page === undefined || isAnswered) return;
      isAnswered = true;
      const back = new URL(new URL(page).searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code: 'stolen', state: 'of-another' }).toString();
      void fetch(back);
    });
    expect(ran).toMatchObject({ code: 4, stderr: expect.stringContaining('the sign-in failed') });
  });

  it('asks the issuer for a new sign-in where the person says so, and keeps its tokens', async () => {
    let asked: URLSearchParams | null = null;
    const ran = await runSluice(['login', '--again', '--no-browser'], environment(), (stderr) => {
      const [page] = /http:\S+\/auth\S+/.exec(stderr) ?? [];
      if (page === undefined || asked !== null) return;
      asked = new URL(page).searchParams;
      void chooses('treasurer', page);
    });
    expect(Object.fromEntries(asked ?? [])).toMatchObject({ prompt: 'login', max_age: '0' });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('signed in') });
    expect(await sluice('logout')).toMatchObject({ code: 0 });
  });

  it('signs a program in with its own secret, which may read and never approves', async () => {
    const program = { SLUICE_CLIENT_ID: served().program.client, SLUICE_CLIENT_SECRET: 'local' };
    expect(await sluice('balances', program)).toMatchObject({ code: 0 });
    expect(await sluice(`approve ${withdrawal} --yes`, program)).toMatchObject({ code: 4 });
    const wrong = await sluice('balances', {
      ...program,
      SLUICE_CLIENT_SECRET: 'wrong-secret-of-a-test',
      XDG_STATE_HOME: path.join(folder, 'other'),
    });
    expect(wrong).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('SLUICE_CLIENT_SECRET'),
    });
    expect(wrong.stderr).not.toContain('wrong-secret-of-a-test');
  });
});
