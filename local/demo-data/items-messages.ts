import type { ItemsPart } from './items-wanted.ts';

/** What the program that computes the history says: its parts in their order, and how that ended. */
export type ItemsMessage = ItemsPart | { readonly done: true } | { readonly failed: string };
