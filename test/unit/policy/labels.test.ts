import { describe, expect, it } from 'vitest';
import { showComparison } from '../../../treasury/changes/widens.ts';
import { isPlainLabel, labelKey, mixedScripts } from '../../../treasury/policy/label.ts';
import { type PolicyFile, parsePolicyFile } from '../../../treasury/policy/policy-file.ts';
import { file } from './policy-samples.ts';

/** The smallest policy, with all its defaults. */
function aPolicy(): PolicyFile {
  const parsed = parsePolicyFile(file());
  if (!parsed.ok) throw new Error('the sample is no policy');
  return parsed.policy;
}

describe('a label', () => {
  it.each([
    'Cold storage',
    'Überweisung an Bank, Zürich (№ 2)',
    'コールドウォレット 3号',
    'Кошелёк',
    'BTC → custody 🏦',
  ])('may be %j', (label) => {
    expect(isPlainLabel(label)).toBe(true);
  });

  it.each([
    ['a change of direction', 'to \u202Eknab ruo'],
    ['an isolate', 'to \u2067bank\u2069'],
    ['a mark of direction', 'bank\u200E'],
    ['a character of no width', 'Cold\u200Bstorage'],
    ['a joiner of no width', 'Cold\u200Dstorage'],
    ['a soft hyphen', 'Cold\u00ADstorage'],
    ['an invisible filler', 'Cold\u3164storage'],
    ['a variation selector', 'Cold\uFE0Fstorage'],
    ['a tag character', 'Cold\u{E0041}storage'],
    ['a line break', 'Cold\nstorage'],
    ['a paragraph', 'Cold\u2029storage'],
    ['a NUL', 'Cold\0storage'],
    ['a delete', 'Cold\u007Fstorage'],
    ['a blank that does not break', 'Cold\u00A0storage'],
    ['a blank of Braille', 'Cold\u2800storage'],
    ['two blanks that look like one', 'Cold  storage'],
    ['a blank before it', ' Cold storage'],
    ['a blank behind it', 'Cold storage '],
    ['letters that are not composed', 'Zu\u0308rich'],
    ['a character of private use', 'Cold\uE000storage'],
    ['nothing but blanks', ' '],
  ])('is refused with %s', (_, label) => {
    expect(isPlainLabel(label)).toBe(false);
    const { accounts, ...policy } = aPolicy();
    const parsed = parsePolicyFile({
      ...policy,
      accounts: accounts.map((account, index) => (index === 0 ? { ...account, label } : account)),
    });
    expect(parsed).toMatchObject({ ok: false, problems: [{ path: 'accounts[0].label' }] });
  });

  it.each([
    ['COLD Storage', 'cold storage'],
    ['Straße', 'STRASSE'],
    ['Ｃｏｌｄ', 'cold'],
    ['ﬁnance', 'finance'],
  ])('%j is the same as %j', (left, right) => {
    expect(labelKey(left)).toBe(labelKey(right));
  });

  it('stands once among the accounts, and once among the rules', () => {
    const { accounts, rules, controls } = aPolicy();
    const [account] = accounts;
    const [rule] = rules;
    const twins = {
      controls,
      accounts: [
        ...accounts,
        { ...account, id: crypto.randomUUID(), label: account?.label.toUpperCase() },
      ],
      rules: [...rules, { ...rule, id: 'another', label: rule?.label.toUpperCase() }],
    };
    const parsed = parsePolicyFile(twins);
    expect(parsed).toMatchObject({ ok: false });
    const paths = parsed.ok ? [] : parsed.problems.map(({ path }) => path);
    expect(paths).toEqual([`accounts[${accounts.length}].label`, `rules[${rules.length}].label`]);
  });
});

describe('the scripts of a label', () => {
  it.each([
    ['Cold storage 2', []],
    ['Кошелёк № 2', []],
    ['コールド保管', []],
    ['한국 漢字', []],
    ['C\u043Eld storage', ['Latin', 'Cyrillic']],
    ['\u0391lpha', ['Latin', 'Greek']],
    ['Cold 保管', ['Latin', 'Han']],
    ['\u13AAold', ['Latin', 'Cherokee']],
  ])('of %j are mixed: %j', (label, scripts) => {
    expect(mixedScripts(label)).toEqual(scripts);
  });

  it('are shown to whoever approves, of a new account and of a changed one', () => {
    const [account] = aPolicy().accounts;
    if (account === undefined) throw new Error('no account');
    const after = { ...account, label: 'C\u043Eld storage' };
    const message = 'letters of Latin and Cyrillic are mixed in it';
    for (const before of [null, account]) {
      const change = { kind: 'account', before, after } as const;
      const { widens, differences } = showComparison(change);
      expect(widens.join()).toContain(message);
      const label = differences.find(({ field }) => field === 'label');
      expect(label?.widens).toContain(message);
    }
  });

  it('make two people of the harmless renaming of a rule', () => {
    const [rule] = aPolicy().rules;
    if (rule === undefined) throw new Error('no rule');
    const renamed = (label: string) =>
      showComparison({ kind: 'rule', before: rule, after: { ...rule, label } }).widens;
    expect(renamed('Another name')).toEqual([]);
    expect(renamed('An\u043Ether name').join()).toContain('Latin and Cyrillic');
  });
});

describe('names that are not kept as they are sent', () => {
  const withDetails = (details: string) => {
    const { accounts, ...policy } = aPolicy();
    const json = JSON.stringify({ ...policy, accounts });
    const given = JSON.parse(json);
    given.accounts[0].details = JSON.parse(details);
    return parsePolicyFile(given);
  };

  it.each([
    '{"__proto__":{"address":"evil"}}',
    '{"constructor":"evil"}',
    '{"of":{"constructor":{"name":"evil"}}}',
    '{"of":[{"__proto__":null}]}',
  ])('are refused: %s', (details) => {
    expect(withDetails(details)).toMatchObject({ ok: false });
  });

  it('are refused among the modes of currencies too', () => {
    const { controls, ...policy } = aPolicy();
    const currencyModes = JSON.parse('{"__proto__":"halted"}');
    expect(parsePolicyFile({ ...policy, controls: { ...controls, currencyModes } })).toMatchObject({
      ok: false,
    });
  });

  it('are few: what looks like a method is kept', () => {
    const details = '{"toString":"a","hasOwnProperty":"b","prototype":"c","valueOf":"d"}';
    const parsed = withDetails(details);
    expect(parsed.ok && parsed.policy.accounts[0]?.details).toEqual(JSON.parse(details));
  });
});
