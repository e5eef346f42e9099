import type { MovementFact } from '../movement-facts.ts';

/** What moved a balance, in a line of a report. */
export function sayMovement(fact: MovementFact): string {
  switch (fact.code) {
    case 'withdrawal':
      return fact.accountLabel;
    case 'trade':
      return `${fact.side} ${fact.amount} ${fact.instrument} at ${fact.price}`;
    case 'explained':
      return `${fact.kind}: ${fact.comment}`;
    case 'matched':
      return `${fact.kind}: ${sayMatch(fact)}`;
    case 'within-tolerance':
      return 'within the tolerance';
    case 'not-reconciled':
      return 'not reconciled: deliver the snapshots before it again';
    default:
      return fact satisfies never;
  }
}

/** The class that a matching rule took a difference for, and which version of it. */
export function sayMatch({
  label,
  ruleId,
  version,
}: Pick<
  Extract<MovementFact, { readonly code: 'matched' }>,
  'label' | 'ruleId' | 'version'
>): string {
  return `${label} (${ruleId}, version ${version})`;
}
