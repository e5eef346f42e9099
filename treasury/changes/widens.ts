import { sayWidening } from '../facts/sentences/widening.ts';
import type { Widening } from '../facts/widening-facts.ts';
import type { Comparison } from '../ledger/policy-change.ts';
import { compareAccounts } from './compare-accounts.ts';
import { compareCalendars } from './compare-calendars.ts';
import { compareControls } from './compare-controls.ts';
import { compareManualRates } from './compare-manual-rates.ts';
import { compareMatchingRules } from './compare-matching-rules.ts';
import { compareRules } from './compare-rules.ts';
import { compareWebhooks } from './compare-webhooks.ts';
import type { FieldChange } from './field-change.ts';
import { mixed } from './field-comparators.ts';

/** Old and new side by side: every field that differs, and why it widens, if it does. Pure, total. */
export function sideBySide(comparison: Comparison): readonly FieldChange[] {
  const changes = compared(comparison);
  if (comparison.before !== null) return changes;
  const none: Widening = { code: 'was-not-there', piece: comparison.kind };
  return changes.map((change) => {
    const odd = change.field === 'label' ? oddName(comparison) : [];
    return { ...change, widens: [none, ...odd] };
  });
}

/**
 * Why more can leave by this change. Empty: it only narrows, and one person is enough. Each rule is compared by itself: if an
 * earlier rule of a currency takes less, the rest is available to the next rule, within that rule's own limits.
 */
export function widens(comparison: Comparison): readonly Widening[] {
  return widensBy(comparison, sideBySide(comparison));
}

function widensBy(comparison: Comparison, changes: readonly FieldChange[]): readonly Widening[] {
  return comparison.before === null
    ? [{ code: 'new', piece: comparison.kind }, ...oddName(comparison)]
    : changes.flatMap(({ widens }) => widens);
}

/** The same as people read it. */
export interface ShownComparison {
  /** Empty: it only narrows, and acts at once. */
  readonly widens: readonly string[];
  readonly differences: readonly ShownDifference[];
}

export interface ShownDifference extends Omit<FieldChange, 'widens'> {
  /** Null if it does not. */
  readonly widens: string | null;
}

export function showComparison(comparison: Comparison): ShownComparison {
  const changes = sideBySide(comparison);
  return {
    widens: widensBy(comparison, changes).map(sayWidening),
    differences: changes.map(({ widens, ...difference }) => ({
      ...difference,
      widens: widens.length === 0 ? null : widens.map(sayWidening).join('; '),
    })),
  };
}

/** The oddity in the name of something new. */
function oddName({ after }: Comparison): readonly Widening[] {
  return 'label' in after ? mixed('label', after.label) : [];
}

/** What the amounts of a piece are in; nothing of a piece that has none. */
function unitOf(piece: Comparison['before']): string {
  if (piece === null) return '';
  return 'reportingCurrency' in piece
    ? piece.reportingCurrency
    : 'currency' in piece
      ? piece.currency
      : '';
}

function compared(comparison: Comparison): readonly FieldChange[] {
  const units = { before: unitOf(comparison.before), after: unitOf(comparison.after) };
  switch (comparison.kind) {
    case 'rule':
      return compareRules('', comparison.before ?? undefined, comparison.after, units);
    case 'account':
      return compareAccounts('', comparison.before ?? undefined, comparison.after, units);
    case 'calendar':
      return compareCalendars('', comparison.before ?? undefined, comparison.after, units);
    case 'webhook':
      return compareWebhooks('', comparison.before ?? undefined, comparison.after, units);
    case 'manual-rate':
      return compareManualRates('', comparison.before ?? undefined, comparison.after, units);
    case 'matching-rule':
      return compareMatchingRules('', comparison.before ?? undefined, comparison.after, units);
    case 'controls':
      return compareControls('', comparison.before ?? undefined, comparison.after, units);
    default:
      return comparison satisfies never;
  }
}
