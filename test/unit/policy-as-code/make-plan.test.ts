import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePlan } from '../../../bin/policy-as-code/make-plan.ts';
import { OBJECT_KINDS } from '../../../bin/policy-as-code/object-kinds.ts';
import type { CurrentObject, KnownVersions, Plan } from '../../../bin/policy-as-code/plan.ts';
import { planSchema } from '../../../bin/policy-as-code/plan.ts';
import { printPlan } from '../../../bin/policy-as-code/print-plan.ts';
import { type DesiredPolicy, readFolder } from '../../../bin/policy-as-code/read-folder.ts';
import { ACCOUNT_ID, ACCOUNT_YAML, CONTROLS_YAML, FILES, folderOf, RULE_YAML } from './folder.ts';

const AT = '2026-03-02T09:00:00.000Z';
const API = 'http://127.0.0.1:4400';

async function desiredOf(files: Readonly<Record<string, string>>): Promise<DesiredPolicy> {
  const read = await readFolder(await folderOf(files));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.policy;
}

/** The folder as it would stand, each object in its version 3. */
async function inForce(files: Readonly<Record<string, string>> = FILES): Promise<CurrentObject[]> {
  const { objects } = await desiredOf(files);
  return objects.map(({ kind, id, draft }) => ({ kind, id, draft, version: 3 }));
}

async function planOf(
  files: Readonly<Record<string, string>>,
  current: readonly CurrentObject[],
  known: KnownVersions = {},
): Promise<Plan> {
  const desired = await desiredOf(files);
  return makePlan({ tenant: 'main', api: API, madeAt: AT, desired, current, known });
}

const shown = (plan: Plan, width = 100) =>
  printPlan(plan, { width, paint: (_, text) => text }).join('\n');

describe('a plan', () => {
  it('has no change where the folder and the policy agree, whatever way amounts are written', async () => {
    const plan = await planOf(
      { ...FILES, 'rules/btc-cold.yaml': RULE_YAML.replace('"5"', '"5.000"') },
      await inForce(),
    );
    expect(plan).toMatchObject({ changes: [], unchanged: 3, drift: [] });
    expect(shown(plan)).toContain('No changes: 3 objects in the folder, all as they stand.');
  });

  it.each([
    ['accounts/cold.yaml', `${ACCOUNT_YAML}generalLedgerCode: "1020.10"\n`, 'Cold storage'],
    ['accounts/cold.yaml', `${ACCOUNT_YAML}counterparty: "1020.10"\n`, 'Cold storage'],
    [
      'controls.yaml',
      `${CONTROLS_YAML}generalLedgerCodes: { holdings: { BTC: "1020.10" } }\n`,
      'live',
    ],
    ['rules/btc-cold.yaml', `${RULE_YAML}purpose: "1020.10"\n`, 'BTC to cold storage'],
  ])('leaves text that looks like a number as it is: %s', async (file, text, other) => {
    const current = await inForce({ ...FILES, [file]: text });
    const shorter = await planOf({ ...FILES, [file]: text.replace('1020.10', '1020.1') }, current);
    const [shown] = shorter.changes.flatMap(({ fields }) => fields);
    expect(JSON.stringify(shown?.before)).toContain('"1020.10"');
    expect(JSON.stringify(shown?.after)).toContain('"1020.1"');
    const renamed = text.replace(other, other === 'live' ? 'dry-run' : 'Another name');
    const { changes } = await planOf({ ...FILES, [file]: renamed }, current);
    expect(changes.flatMap(({ fields }) => fields)).toHaveLength(1);
    expect(JSON.stringify(changes[0]?.content)).toContain('"1020.10"');
  });

  it('shows and writes an amount as its file has it, once something else of the object changes', async () => {
    const changed = RULE_YAML.replace('BTC to cold', 'BTC into cold').replace('"5"', '"5.000"');
    const plan = await planOf({ ...FILES, 'rules/btc-cold.yaml': changed }, await inForce());
    expect(plan.changes[0]?.fields.map(({ field, after }) => `${field} ${after}`).sort()).toEqual([
      'label BTC into cold storage',
      'threshold 5.000',
    ]);
    expect(plan.changes[0]?.content).toMatchObject({ threshold: '5.000' });
  });

  it('compares the case of an account id as the service does', async () => {
    const upper = ACCOUNT_YAML.replace(ACCOUNT_ID, ACCOUNT_ID.toUpperCase());
    const plan = await planOf({ ...FILES, 'accounts/cold.yaml': upper }, await inForce());
    expect(plan.changes).toEqual([]);
  });

  it('says of each field what it was, what it becomes, and which ones let more leave', async () => {
    const changed = RULE_YAML.replace('"5"', '"4.5"').replace(
      '"0.1"',
      '"0.1"\npriority: 100\nmaximum: "2"',
    );
    const plan = await planOf({ ...FILES, 'rules/btc-cold.yaml': changed }, await inForce());
    expect(plan.changes).toMatchObject([
      {
        action: 'update',
        expected: 3,
        fields: [
          {
            field: 'threshold',
            before: '5',
            after: '4.5',
            widens: expect.stringContaining('Sweep when above'),
          },
          { field: 'maximum', before: null, after: '2', widens: null },
        ],
        widens: [expect.stringContaining('Sweep when above')],
      },
    ]);
    expect(shown(plan)).toMatch(
      /~ sweep rule "BTC to cold storage" \(btc-cold\): needs the approval/,
    );
    expect(shown(plan)).toContain('threshold  "5" -> "4.5"');
    expect(shown(plan)).toContain('more can leave: "Sweep when above"');
    expect(shown(plan)).toMatch(
      /Plan: 0 to create, 1 to change, 0 to delete, 2 unchanged\. 1 needs the approval/,
    );
  });

  it('acts at once where every field narrows', async () => {
    const files = { ...FILES, 'rules/btc-cold.yaml': `${RULE_YAML}enabled: false\n` };
    const plan = await planOf(files, await inForce());
    expect(shown(plan)).toContain('(btc-cold): acts at once');
    expect(shown(plan)).toContain('1 acts at once.');
  });

  it('deletes what a managed kind does not have, and leaves other kinds and the controls alone', async () => {
    const rules = {
      'rules/other.yaml': RULE_YAML.replace('id: btc-cold', 'id: other').replace(
        'BTC to cold',
        'Other',
      ),
    };
    const plan = await planOf(rules, await inForce());
    expect(plan.changes.map(({ action, kind, id }) => `${action} ${kind} ${id}`)).toEqual([
      'delete rule btc-cold',
      'create rule other',
    ]);
    expect(shown(plan)).toContain('+ create   - delete');
  });

  it('puts what can stop something first, accounts before rules, and their deletion last', async () => {
    const other = ACCOUNT_YAML.replace('9a01', '9a02').replace('Cold', 'Other');
    const files = {
      'controls.yaml': FILES['controls.yaml'].replace('live', 'dry-run'),
      'accounts/other.yaml': other,
      'rules/new.yaml': RULE_YAML.replace('btc-cold', 'new').replace('9a01', '9a02'),
    };
    const plan = await planOf(files, await inForce());
    expect(plan.changes.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
      'delete rule',
      'update controls',
      'create account',
      'create rule',
      'delete account',
    ]);
  });

  it('tells what drifted from what changes', async () => {
    const current = await inForce({
      ...FILES,
      'rules/btc-cold.yaml': RULE_YAML.replace('"5"', '"9"'),
    });
    const known = {
      'rule:btc-cold': 2,
      'controls:controls': 3,
      [`account:${ACCOUNT_ID}`]: 3,
      'rule:gone': 1,
    };
    const gone = RULE_YAML.replace('btc-cold', 'gone').replace('BTC to', 'Once BTC to');
    const plan = await planOf({ ...FILES, 'rules/gone.yaml': gone }, current, known);
    expect(plan.drift).toMatchObject([
      { kind: 'rule', id: 'btc-cold', known: 2, current: 3 },
      { kind: 'rule', id: 'gone', known: 1, current: null },
    ]);
    expect(shown(plan)).toContain('sweep rule btc-cold: was version 2, now version 3');
    expect(shown(plan)).toContain('sweep rule gone: was version 1, now deleted');
  });

  it('calls nothing drift that the folder has as it stands: an approval came in the meantime', async () => {
    const known = { 'rule:btc-cold': 2, 'controls:controls': 3, [`account:${ACCOUNT_ID}`]: 3 };
    expect((await planOf(FILES, await inForce(), known)).drift).toEqual([]);
  });

  it('never cuts a value, however narrow the terminal is', async () => {
    const label = 'A label that is as long as people write them when they mean to say everything';
    const plan = await planOf(
      { ...FILES, 'rules/btc-cold.yaml': RULE_YAML.replace('BTC to cold storage', label) },
      await inForce(),
    );
    expect(shown(plan, 40)).toContain(label);
  });

  it('survives its own JSON', async () => {
    const plan = await planOf(FILES, []);
    expect(planSchema.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
  });
});

describe('the judgement of a plan', () => {
  it('is that of the API: the same function says what widens', () => {
    // OBJECT_KINDS has no judgement of its own to test; that it has none is what this holds on to.
    fc.assert(
      fc.property(
        fc.constantFrom('1', '2', '3'),
        fc.constantFrom('1', '2', '3'),
        (before, after) => {
          const base = {
            id: 'a',
            label: 'A',
            currency: 'BTC',
            withdrawalAccountId: ACCOUNT_ID,
            keep: '1',
            step: '1',
          };
          const [one, other] = [before, after].map((threshold) =>
            OBJECT_KINDS.rule.schema.parse({ ...base, threshold }),
          );
          if (one === undefined || other === undefined) throw new Error('two drafts');
          const { widens } = OBJECT_KINDS.rule.compare(one, other);
          expect(widens.length > 0).toBe(Number(after) < Number(before));
        },
      ),
    );
  });
});
