import type { components } from '@sluice/client';
import { pieceName } from '../../../treasury/facts/sentences/piece-name.ts';
import type { SaidRule } from '../../../treasury/facts/sentences/rule.ts';
import { type Difference, differencesOf } from '../../approving/differences.ts';
import type { Destination } from '../../approving/instruction.ts';

export type PolicyChange = components['schemas']['PolicyChange'];

/** A text of the content that a change is about, as the API has it; null where there is none of that name. */
export function contentText(content: unknown, name: string): string | null {
  if (typeof content !== 'object' || content === null) return null;
  const value: unknown = Reflect.get(content, name);
  return typeof value === 'string' ? value : null;
}

/** Its id without the kind: "btc-cold" of "rule:btc-cold". */
export function subjectId({ subject }: Pick<PolicyChange, 'subject'>): string {
  return subject.slice(subject.indexOf(':') + 1);
}

/** "Change of the rule Excess BTC", "New account BTC cold storage", "Resume everything". */
export function changeTitle(change: PolicyChange): string {
  const { kind, before, after, resumption } = change;
  if (resumption !== undefined) return `Resume ${resumption.currency ?? 'everything'}`;
  if (kind === 'controls') return before === null ? 'First controls' : 'Change of the controls';
  const label = contentText(after, 'label') ?? contentText(before, 'label') ?? subjectId(change);
  return before === null
    ? `New ${pieceName(kind)} ${label}`
    : `Change of the ${pieceName(kind)} ${label}`;
}

/** The rule that a change proposes; null for anything else. */
export function ruleIn({ kind, after }: Pick<PolicyChange, 'kind' | 'after'>): SaidRule | null {
  // The contract says the content of each kind under one name.
  return kind === 'rule' ? (after as SaidRule) : null;
}

/** The destination that an account's content states; null for anything else. */
export function destinationIn(content: unknown): Destination | null {
  const label = contentText(content, 'label');
  const network = contentText(content, 'network');
  const currency = contentText(content, 'currency');
  if (label === null || network === null || currency === null) return null;
  const details: unknown = Reflect.get(content as object, 'details') ?? {};
  return { label, network, currency, details: details as Destination['details'] };
}

/** Every account that a rule's change lets money go to, and that the rule does not pay to yet. */
export function newDestinationIds({ kind, before, after }: PolicyChange): readonly string[] {
  if (kind !== 'rule') return [];
  const known = new Set(destinationIdsIn(before));
  return destinationIdsIn(after).filter((id) => !known.has(id));
}

/** Of a rule's content: its own account, or those of the parts of its split. */
function destinationIdsIn(content: unknown): readonly string[] {
  const split: unknown =
    typeof content === 'object' && content !== null ? Reflect.get(content, 'split') : null;
  const parts: unknown =
    typeof split === 'object' && split !== null ? Reflect.get(split, 'parts') : null;
  const paying: readonly unknown[] = Array.isArray(parts) ? parts : [content];
  return paying.flatMap((each) => contentText(each, 'withdrawalAccountId') ?? []);
}

/** What a decision about a change rests on: what it says, and that it waits at all. */
function basis(change: PolicyChange): object {
  const { state, decided, differences, resumption, comment, baseVersion } = change;
  return {
    state,
    ...(decided !== undefined && { decided: { by: decided.by, comment: decided.comment } }),
    ...(resumption !== undefined && { resumption }),
    ...(comment !== undefined && { comment }),
    rests: { 'on version': baseVersion },
    change: Object.fromEntries(differences.map(({ field, after }) => [field, after])),
  };
}

export function changeBasis(change: PolicyChange): string {
  return JSON.stringify(basis(change));
}

export function changeDifferences(
  before: PolicyChange,
  after: PolicyChange,
): readonly Difference[] {
  return differencesOf(basis(before), basis(after));
}
