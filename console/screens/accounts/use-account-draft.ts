import { useMemo, useState } from 'react';
import { ACCOUNT_LIMIT_FIELDS } from '../../../treasury/policy/account-limits.ts';
import { useDraft } from '../../session/use-draft.ts';
import type { AccountDraft, Detail } from './account-draft.ts';

interface Kept {
  readonly draft: AccountDraft;
  /** Of the version that the form was begun on; null for a new account. */
  readonly etag: string | null;
}

/** What the form holds, kept as a draft of the person until it has arrived. */
export function useAccountDraft(form: string, initial: Kept) {
  const kept = useDraft(form);
  const restored = useMemo(() => keptOf(kept.initial), [kept.initial]);
  const [state, setState] = useState<Kept>(restored ?? initial);
  const change = (next: Kept) => {
    setState(next);
    kept.keep(next);
  };
  return {
    ...state,
    isRestored: restored !== null,
    set: (part: Partial<AccountDraft>) => change({ ...state, draft: { ...state.draft, ...part } }),
    startAgain: () => {
      kept.forget();
      setState(initial);
    },
    forget: kept.forget,
  };
}

function keptOf(content: unknown): Kept | null {
  const draft = fieldOf(content, 'draft');
  const details = fieldOf(draft, 'details');
  if (!Array.isArray(details)) return null;
  const text = (name: string) => textOf(fieldOf(draft, name));
  const etag = fieldOf(content, 'etag');
  return {
    draft: {
      id: text('id'),
      label: text('label'),
      network: text('network'),
      currency: text('currency'),
      ...laterTexts(draft),
      details: details.map(
        (each): Detail => ({
          path: textOf(fieldOf(each, 'path')),
          text: textOf(fieldOf(each, 'text')),
        }),
      ),
    },
    etag: typeof etag === 'string' ? etag : null,
  };
}

/** Those that a draft of before does not hold stay away: then what is in force stands. */
function laterTexts(draft: unknown): Partial<AccountDraft> {
  const texts = LATER_TEXTS.flatMap((name) => {
    const text = fieldOf(draft, name);
    return typeof text === 'string' ? [[name, text] as const] : [];
  });
  const arrived = fieldOf(draft, 'paymentArrived');
  return {
    ...Object.fromEntries(texts),
    ...(typeof arrived === 'boolean' && { paymentArrived: arrived }),
  };
}

const LATER_TEXTS = [
  ...['code', 'counterparty', ...ACCOUNT_LIMIT_FIELDS, 'networkAtService'],
  ...['firstPaymentMaximum', 'answeredAs', 'answeredDigits'],
];

function fieldOf(content: unknown, name: string): unknown {
  return typeof content === 'object' && content !== null ? Reflect.get(content, name) : undefined;
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : '';
}
