import { describe, expect, it } from 'vitest';
import type { FailingFact } from '../../../treasury/facts/failing-fact.ts';
import type { Asked, HaltFact } from '../../../treasury/facts/halt-facts.ts';
import type { InboxFact } from '../../../treasury/facts/inbox-facts.ts';
import { sayFailing } from '../../../treasury/facts/sentences/say/say-failing.ts';
import { sayHaltFact } from '../../../treasury/facts/sentences/say/say-halt.ts';
import { sayInbox } from '../../../treasury/facts/sentences/say/say-inbox.ts';
import { sayWhyBlocked } from '../../../treasury/facts/sentences/say/say-lane-block.ts';
import { saySuperseded, sayWaiting } from '../../../treasury/facts/sentences/say/say-waiting.ts';
import type { Superseded, WaitingFact } from '../../../treasury/facts/waiting-facts.ts';
import type { WhyBlockedFact } from '../../../treasury/instructions/why-blocked.ts';
import type { Seen } from '../../../treasury/outcomes/outcome.ts';

/*
 * What is said in German names the ids and the numbers that it names in English: a sample of each code, which the compiler asks
 * for.
 */

const AT = '2026-01-05T09:00:00.000Z';

type SampleOf<Fact extends { readonly code: string }> = {
  readonly [Code in Fact['code']]: Fact extends unknown
    ? Code extends Fact['code']
      ? Fact
      : never
    : never;
};

const SEEN: Seen = {
  found: { code: 'other-amount', asked: '1.5', answered: '2.25' },
  evidence: '{}',
  came: { code: 'answered', status: 200, form: 'application/json' },
};
const ASKED: Asked = {
  kind: 'withdrawal',
  ...{ amount: '1.5', currency: 'BTC', accountLabel: 'Cold', withdrawalAccountId: 'acc-77' },
};
const TRADE = {
  kind: 'trade',
  side: 'sell',
  amount: '0.5',
  instrument: 'BTC/USD',
  price: '50000',
} as const;
const WITHDRAWAL = { instructionId: 'sweep-1' };

const HALTS: SampleOf<HaltFact> = {
  stopped: { code: 'stopped', why: { code: 'seal-broken', ...WITHDRAWAL } },
  'settlement-unsealed': { code: 'settlement-unsealed', by: 'ada', ...WITHDRAWAL },
  'unbooked-unsealed': { code: 'unbooked-unsealed', by: 'ada', currency: 'BTC' },
  'counts-lowered': {
    code: 'counts-lowered',
    counts: [{ place: 'BTC', counters: [{ kind: 'rule', of: 'btc-cold' }] }],
  },
  'claim-differs': { code: 'claim-differs', currency: 'BTC', ...WITHDRAWAL },
  'policy-older': { code: 'policy-older', asserted: 'rule btc-cold 7' },
  'reading-unsealed': { code: 'reading-unsealed', of: AT },
  anomaly: { code: 'anomaly', cause: 'other-amount', ...WITHDRAWAL, asked: ASKED, answered: SEEN },
  'settlement-contradicted': {
    ...{ code: 'settlement-contradicted', cause: 'other-amount', ...WITHDRAWAL },
    answered: SEEN,
  },
};

const FAILING: FailingFact = {
  ...{ ruleId: 'btc-cold', to: 'Cold', converts: false, failures: 3, reason: '400', ...SEEN },
  outcome: 'rejected',
};

const INBOX: SampleOf<InboxFact> = {
  'asked-to-send': {
    ...{ code: 'asked-to-send', askedBy: { code: 'rule', ruleId: 'btc-cold' }, asked: ASKED },
    ...{ part: { part: 2, of: 3, total: '3.75' }, reference: 'INV-81' },
  },
  'outcome-unknown': {
    ...{ code: 'outcome-unknown', asked: TRADE },
    lapsed: { by: 'ada', executed: true, why: { code: 'too-old', hours: 96 } },
  },
  'outcome-stated': { code: 'outcome-stated', asked: TRADE, by: 'ada', executed: false },
  'change-proposed': {
    ...{ code: 'change-proposed', by: 'ada', isNew: false, piece: 'rule' },
    ...{ name: 'btc-cold', widens: [], more: 4 },
    accounts: [{ id: 'acc-1', label: 'Cold' }, { id: 'acc-2' }],
  },
  'resumption-proposed': { code: 'resumption-proposed', by: 'ada', currency: 'BTC' },
  'not-booked': {
    ...{ code: 'not-booked', amount: '1.5', currency: 'BTC' },
    first: { by: 'ada', outcome: 'booked' },
  },
  'backup-restored': { code: 'backup-restored', currencies: ['BTC', 'USD'], first: 'ada' },
  'break-open': {
    ...{ code: 'break-open', currency: 'BTC', direction: 'unbooked' },
    ...{ found: { code: 'unbooked', amount: '1.5', since: AT } },
    explained: { by: 'ada', kind: 'fee' },
  },
  'balance-low': {
    ...{ code: 'balance-low', currency: 'BTC', balance: '3.5', low: '4' },
    filling: { to: 'kept', amount: '1.5', target: '5' },
  },
  'rule-failing': { code: 'rule-failing', failing: FAILING },
  'webhook-failing': { code: 'webhook-failing', id: 'erp', label: 'ERP', last: AT },
  'webhook-paused': { code: 'webhook-paused', id: 'erp', label: 'ERP', reason: 'receiver-gone' },
  'calendar-ending': {
    ...{ code: 'calendar-ending', id: 'zurich', label: 'Zurich', until: '2026-12-31' },
    ...{ hasEnded: false, rules: ['btc-cold'], isBuiltIn: true },
  },
};

const HELD = { ...WITHDRAWAL, holder: null, others: ['USD'] };
const BLOCKED: SampleOf<WhyBlockedFact> = {
  'being-sent': { code: 'being-sent', ...HELD },
  'refused-unproven': { code: 'refused-unproven', ...HELD },
  'outcome-unknown': { code: 'outcome-unknown', ...HELD },
  'answered-otherwise': { code: 'answered-otherwise', ...HELD },
};

const SUPERSEDED: SampleOf<Superseded> = {
  'other-version': { code: 'other-version', baseVersion: 4, stands: 5 },
  'another-halt': { code: 'another-halt', ends: 6, stands: 7 },
};

const WAITING: SampleOf<WaitingFact> = {
  amount: { code: 'amount', amount: '1.5', currency: 'BTC' },
  trade: { code: 'trade', side: 'buy', amount: '1.5', instrument: 'BTC/USD' },
  piece: { code: 'piece', piece: 'rule', id: 'btc-cold' },
  'end-of-halt': { code: 'end-of-halt', currency: 'BTC' },
  outcome: { code: 'outcome', ...WITHDRAWAL },
  unbooked: { code: 'unbooked', amount: '1.5', currency: 'BTC' },
  lanes: { code: 'lanes', currencies: ['BTC', 'USD'] },
};

/** Ids and numbers in a text, written as in English; dates apart. */
function namedIn(text: string): readonly string[] {
  const plain = text
    .replaceAll(/(\d{2})\.(\d{2})\.(\d{4})(, (\d{2}:\d{2}:\d{2}) UTC)?/g, '$3-$2-$1')
    .replaceAll(/T\d{2}:\d{2}:\d{2}\.000Z/g, '')
    .replaceAll(/(\d),(\d)/g, '$1.$2');
  const found = plain.match(
    /\d{4}-\d{2}-\d{2}|[a-z]+(?:-[a-z]*\d[\w-]*|-cold)|\d+(?:\.\d+)?|BTC|USD|ada|erp/g,
  );
  return [...new Set(found ?? [])].sort();
}

type Row = readonly [code: string, english: string, german: string];

function rows<Fact extends { readonly code: string }>(
  facts: Readonly<Record<string, Fact>>,
  say: (fact: Fact, language?: 'en' | 'de') => string,
): readonly Row[] {
  return Object.values(facts).map((fact) => [fact.code, say(fact), say(fact, 'de')]);
}

const THEMES: readonly Row[] = [
  ...rows<HaltFact>(HALTS, sayHaltFact),
  ...rows<InboxFact>(INBOX, sayInbox),
  ...rows<WhyBlockedFact>(BLOCKED, sayWhyBlocked),
  ...rows<Superseded>(SUPERSEDED, saySuperseded),
  ...rows<WaitingFact>(WAITING, sayWaiting),
  ['failing', sayFailing(FAILING), sayFailing(FAILING, 'de')],
];

describe('in German, a sentence names what it names in English', () => {
  it.each(THEMES)('%s', (_code, english, german) => {
    expect(german).not.toBe(english);
    expect(namedIn(english).length).toBeGreaterThan(0);
    expect(namedIn(german)).toEqual(namedIn(english));
  });
});
