import { quotedLabel } from '../facts/sentences/field-label.ts';
import { type Comparison, pieceName } from '../ledger/policy-change.ts';
import { mixedScriptsMessage } from '../policy/label.ts';
import { compareAccounts } from './compare-accounts.ts';
import { compareCalendars } from './compare-calendars.ts';
import { compareControls } from './compare-controls.ts';
import { compareManualRates } from './compare-manual-rates.ts';
import { compareMatchingRules } from './compare-matching-rules.ts';
import { compareRules } from './compare-rules.ts';
import { compareWebhooks } from './compare-webhooks.ts';
import type { FieldChange } from './field-change.ts';

/** Old and new side by side: every field that differs, and why it widens, if it does. Pure, total. */
export function sideBySide(comparison: Comparison): readonly FieldChange[] {
  const changes = compared(comparison);
  if (comparison.before !== null) return changes;
  const message = `there was no such ${pieceName(comparison.kind)}`;
  return changes.map((change) => {
    const name = mixedIn(comparison, change.field);
    return { ...change, widens: name === null ? message : `${message}; ${name}` };
  });
}

/**
 * Why more can leave by this change, one reason per field. Empty: it only narrows, and one person is enough. Each
 * rule is compared by itself: if an earlier rule of a currency takes less, the rest is available to the next rule,
 * within that rule's own limits.
 */
export function widens(comparison: Comparison): readonly string[] {
  if (comparison.before === null) {
    const name = mixedIn(comparison, 'label');
    return [`a new ${pieceName(comparison.kind)}`, ...(name === null ? [] : [name])];
  }
  return sideBySide(comparison).flatMap(({ widens }) => (widens === null ? [] : [widens]));
}

/** The oddity in the name of something new; null if there is none, or the field is not its name. */
function mixedIn({ after }: Comparison, field: string): string | null {
  if (field !== 'label' || !('label' in after)) return null;
  const message = mixedScriptsMessage(after.label);
  return message === null ? null : `${quotedLabel('label')}: ${message}`;
}

function compared(comparison: Comparison): readonly FieldChange[] {
  switch (comparison.kind) {
    case 'rule':
      return compareRules('', comparison.before ?? undefined, comparison.after);
    case 'account':
      return compareAccounts('', comparison.before ?? undefined, comparison.after);
    case 'calendar':
      return compareCalendars('', comparison.before ?? undefined, comparison.after);
    case 'webhook':
      return compareWebhooks('', comparison.before ?? undefined, comparison.after);
    case 'manual-rate':
      return compareManualRates('', comparison.before ?? undefined, comparison.after);
    case 'matching-rule':
      return compareMatchingRules('', comparison.before ?? undefined, comparison.after);
    case 'controls':
      return compareControls('', comparison.before ?? undefined, comparison.after);
    default:
      return comparison satisfies never;
  }
}
