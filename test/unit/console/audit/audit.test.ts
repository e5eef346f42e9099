import { describe, expect, it } from 'vitest';
import { screenOf, subjectText } from '../../../../console/screens/audit/audit-texts.ts';
import { verdictText } from '../../../../console/screens/audit/verification.ts';
import { wholeCsv } from '../../../../console/screens/audit/whole-csv.ts';

const NAMES = { rules: { 'btc-cold': 'BTC to cold storage' }, accounts: {}, people: {} };

describe('the audit log', () => {
  it('names what an entry is about, and the screen that shows it', () => {
    expect(subjectText('rule:btc-cold', NAMES)).toBe('rule BTC to cold storage');
    const found = '20260105T100000000Z-BTC';
    expect(subjectText(found, NAMES)).toBe(`break ${found}`);
    expect(screenOf(found)).toBe(`breaks/${found}`);
    expect(screenOf('rule:btc-cold')).toBe('rules/btc-cold');
    expect(screenOf('token')).toBeNull();
  });

  it('is one file of all pages, with the names of the columns once', async () => {
    const pages = [
      { text: 'sequence,by\n1,"a\nb"\n', next: 'two' },
      { text: 'sequence,by\n2,c\n', next: null },
    ];
    const asked: unknown[] = [];
    const parts = await wholeCsv(
      async ({ cursor }) => {
        asked.push(cursor);
        const { text = '', next = null } = pages[asked.length - 1] ?? {};
        return new Response(text, { headers: next === null ? {} : { 'x-next-cursor': next } });
      },
      () => undefined,
    );
    expect(parts.join('')).toBe('sequence,by\n1,"a\nb"\n2,c\n');
    expect(asked).toEqual([undefined, 'two']);
  });

  it('is said to be whole, broken or cut off in sentences', () => {
    const hash = 'a'.repeat(64);
    expect(verdictText({ verdict: 'intact', head: { sequence: 19, hash } }).text).toMatch(/All 19/);
    const broken = verdictText({ verdict: 'broken', link: { sequence: 4, why: 'other-content' } });
    expect(broken.title).toBe('The log is broken at entry 4');
    const cut = verdictText({ verdict: 'cut-off', lastFound: 7, head: { sequence: 9, hash } });
    expect(cut.text).toMatch(/Entry 7 .* 9 were written/);
  });
});
