import { widens } from '../../../treasury/changes/widens.ts';
import type { MatchingRule } from '../../../treasury/policy/matching-rule.ts';
import { matchingRuleProblems } from '../../../treasury/policy/matching-rule-checks.ts';
import type { PlantedBooks } from '../../unit/reconciliation/planted-books.ts';
import type { Random } from '../random.ts';
import { sealedRule } from './agreed-rules.ts';

/** What an insider does with the rules: through the API with one pair of eyes, or with write access to the table. */
export const TRICKS = [
  'one person changes a rule',
  'a rule without a seal',
  'another content below a seal',
  'a seal below another id',
  'a rule of another ledger',
  'an earlier version',
  'a rule without bounds',
] as const;
export type Trick = (typeof TRICKS)[number];

/** Every version that a deciding function wrote, by `id#version`: what two people agreed to, or narrower. */
export type Written = Map<string, MatchingRule>;

export async function play(
  trick: Trick,
  { books, random, written }: { books: PlantedBooks; random: Random; written: Written },
): Promise<void> {
  const rules = books.matchingRules ?? [];
  const rule = random.pick([...written.values()]);
  const current = rules.find(({ id }) => id === rule.id) ?? rule;
  switch (trick) {
    case 'one person changes a rule':
      await change(books, random, written, latestOf(written, rule.id));
      return;
    case 'a rule without a seal': {
      const { seal: _, ...bare } = { ...rule, id: 'mine', label: 'Mine', maximum: '50' };
      put(books, { ...bare, per24Hours: '1000' });
      return;
    }
    case 'another content below a seal':
      put(books, { ...current, maximum: '50', per24Hours: '1000' });
      return;
    case 'a seal below another id':
      put(books, { ...rule, id: 'twin' });
      return;
    case 'a rule of another ledger':
      put(books, await sealedRule({ ...current, maximum: '50' }, 'elsewhere'));
      return;
    case 'an earlier version':
      put(books, written.get(`${rule.id}#1`) ?? rule);
      return;
    case 'a rule without bounds': {
      const { maximum: _, per24Hours: __, seal: ___, ...bare } = { ...rule, id: 'free' };
      put(books, { ...bare, direction: 'outflow' });
      return;
    }
    default:
      return trick satisfies never;
  }
}

/** What the table should hold: what the deciding functions wrote last. */
export function repair(books: PlantedBooks, written: Written): void {
  const ids = [...new Set([...written.values()].map(({ id }) => id))];
  books.matchingRules = ids.map((id) => latestOf(written, id));
}

export function latestOf(written: Written, id: string): MatchingRule {
  const versions = [...written.values()].filter((each) => each.id === id);
  const latest = versions.sort((a, b) => b.version - a.version)[0];
  if (latest === undefined) throw new Error(`no rule ${id}`);
  return latest;
}

/** The API: what widens waits for another person, who never comes; what narrows stands at once. */
async function change(
  books: PlantedBooks,
  random: Random,
  written: Written,
  before: MatchingRule,
): Promise<void> {
  const { version, activeSince, seal: _, deletedAt: __, ...draft } = before;
  const after = { ...draft, ...random.pick(EDITS) };
  if (matchingRuleProblems(after, 300).length > 0) return;
  if (widens({ kind: 'matching-rule', before: draft, after }).length > 0) return;
  const next = await sealedRule({ ...after, version: version + 1, activeSince });
  written.set(`${next.id}#${next.version}`, next);
  books.rememberRule(next.id, next.version);
  put(books, next);
}

const EDITS: readonly Partial<MatchingRule>[] = [
  { maximum: '0.0004' },
  { maximum: '50' },
  { minimum: '0.0001' },
  { per24Hours: '1000' },
  { per24Hours: '0.004' },
  { enabled: false },
  { enabled: true },
  { label: 'Interest' },
  { repeats: { amount: '0.25', tolerance: '0.2' } },
  { schedule: { expression: '0 * * * ? *', timeZone: 'UTC', toleranceSeconds: 1_800 } },
  { hours: { timeZone: 'UTC', from: '00:00', to: '24:00', weekdays: ['MON', 'TUE'] } },
];

function put(books: PlantedBooks, rule: MatchingRule): void {
  const others = (books.matchingRules ?? []).filter(({ id }) => id !== rule.id);
  books.matchingRules = [...others, rule];
}
