import { formatDecimal } from '../../../money/decimal-text.ts';
import { allocate } from '../../../policy/allocate.ts';
import { freeIn, isMoreThanZero, leftOfBudget } from '../../amount-facts.ts';
import { numberIn } from '../../number-in.ts';
import {
  type CapFact,
  emptyParts,
  isRounded,
  type SweepFact,
  surplusIn,
} from '../../sweep-fact.ts';
import type { Phrase } from '../said.ts';
import { amountIn, joined, numberPart, type Sentence, sentence, written } from '../sentence.ts';
import type { Texts } from '../texts.ts';
import { budgetWindow, takenText } from './amounts.ts';
import { roomText } from './bounds.ts';
import { tradeRoomText, tradeText } from './conversions.ts';
import { valuesText } from './prices-of-limits.ts';
import { missedText } from './schedules.ts';

export const decision: Texts['decision'] = (decided, refused) => {
  const { currency, valued, missed } = decided;
  const values = valuesText(currency, valued);
  const beside = sentence`${values}${missed === null ? [] : missedText(missed)}`;
  if (decided.code === 'sweep') {
    const { sweep } = decided;
    const action = sweep.conversion === undefined ? 'Auszahlung' : 'Tausch';
    return sentence`${action} von ${sweepText(sweep)}${beside}`;
  }
  return sentence`${refused(decided.why)}${otherwiseText(decided.otherwise)}${beside}`;
};

function otherwiseText(sweep: SweepFact | undefined): Sentence {
  if (sweep === undefined) return [];
  const action = sweep.conversion === undefined ? 'eine Auszahlung' : 'einen Tausch';
  return sentence` Sonst gäbe es ${action} von ${sweepText(sweep)}`;
}

/** How much, where to, how the amount was computed, how much stays. */
function sweepText(sweep: SweepFact): Sentence {
  const { currency, amount, holding } = sweep;
  const left = formatDecimal(freeIn(holding).minus(numberIn(amount)));
  const taken = takenText(holding, (each) => amountIn(currency, each));
  const spoken = taken.length === 0 ? [] : sentence` neben ${taken}`;
  const how = joined([partText(sweep), ...cutTexts(sweep)], ', ');
  return sentence`${amountIn(currency, amount)} ${whereTo(sweep)}: ${how}; es bleiben ${amountIn(currency, left)}${spoken}.`;
}

/** "an „Cold storage“", what each account of a split gets and which get nothing, or what it becomes. */
function whereTo(sweep: SweepFact): Sentence {
  const { currency, parts, split, conversion } = sweep;
  const approvals = parts.map((part) => approvalText(part, currency));
  if (conversion !== undefined) {
    const { into, trade } = conversion;
    const how = trade === undefined ? [] : sentence` (${tradeText(trade)})`;
    return sentence`in ${into}${how}${joined(approvals, '')}`;
  }
  const accounts = parts.map(
    ({ to }, index) => sentence`an „${written(to)}“${approvals[index] ?? []}`,
  );
  if (split === null) return joined(accounts, '');
  const each = parts.map(
    ({ amount }, index) => sentence`${amountIn(currency, amount)} ${accounts[index] ?? []}`,
  );
  const nothing = emptyParts(sweep).map((part) => sentence`für Teil ${part} bleibt nichts`);
  return sentence`in ${parts.length} von ${split} Teilen, ${joined([...each, ...nothing], '; ')}`;
}

function approvalText({ approval }: SweepFact['parts'][number], currency: string): Sentence {
  if (approval === null) return [];
  const { above, unapproved } = approval;
  const before = isMoreThanZero(unapproved)
    ? sentence`, davon ${numberPart(unapproved)} verbraucht`
    : [];
  return sentence`, sobald freigegeben ist (nötig über ${amountIn(currency, above)} in 24 Stunden${before})`;
}

function partText(sweep: SweepFact): Sentence {
  const { allocation, currency, keep } = sweep;
  const surplus = surplusIn(sweep);
  const above = sentence`${amountIn(currency, formatDecimal(surplus))} über den behaltenen ${amountIn(currency, keep)}`;
  switch (allocation.kind) {
    case 'all':
      return sentence`alle ${above}`;
    case 'percentage':
      return sentence`${numberPart(allocation.percent)} % der ${above}`;
    case 'fixed':
      return allocate(allocation, surplus).equals(surplus)
        ? sentence`alle ${above}`
        : sentence`ein fester Betrag aus den ${above}`;
    default:
      return allocation satisfies never;
  }
}

/** The limit that bound, or the rounding if none did. */
function cutTexts(sweep: SweepFact): readonly Sentence[] {
  const { cap, currency, step } = sweep;
  if (cap !== null) return [sentence`gekürzt auf ${capText(currency, cap)}`];
  return isRounded(sweep) ? [sentence`abgerundet auf ein Vielfaches von ${numberPart(step)}`] : [];
}

function capText(currency: string, cap: CapFact): Phrase {
  switch (cap.code) {
    case 'maximum':
      return sentence`den Höchstbetrag von ${numberPart(cap.maximum)}`;
    case 'budget': {
      const left = amountIn(currency, leftOfBudget(cap));
      return sentence`die ${left}, die vom Budget von ${amountIn(currency, cap.cap)} für ${budgetWindow(cap.limit)} übrig sind`;
    }
    case 'trade-limit':
      return tradeRoomText(cap);
    case 'bound':
      return roomText(cap);
    default:
      return cap satisfies never;
  }
}
