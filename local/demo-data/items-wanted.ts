import type { Item } from '../../adapters/store/item.ts';
import type { Statement } from '../../treasury/statements/statement.ts';
import type { HistorySettings } from './story.ts';

/** What made-up history is computed from; the same gives the same history. */
export interface ItemsWanted extends HistorySettings {
  readonly statementGraceHours: number;
}

/** A part of the history, as it is stored. */
export type ItemsPart =
  | { readonly table: 'snapshots' | 'series' | 'ledger'; readonly items: readonly Item[] }
  | { readonly statement: Statement };

/** Computes a history and hands it over in parts, one after the other. */
export type MakeItems = (wanted: ItemsWanted) => AsyncIterable<ItemsPart>;
