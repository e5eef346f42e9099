import type { Command } from 'commander';
import type { Context } from './context.ts';

/** A command in the tree: its path, its place in the help, and where it is loaded from. */
export interface CommandEntry {
  /** One word, or a group and a word: `withdrawals list`. */
  readonly path: readonly [string] | readonly [string, string];
  readonly section: Section;
  readonly summary: string;
  readonly load: () => Promise<(context: Context) => Command>;
}

/** The sections of `sluice --help`, in its order. */
export const SECTIONS = [
  'Look',
  'Decide',
  'Books',
  'Policy as files',
  'Sign in',
  'Operate',
] as const;
export type Section = (typeof SECTIONS)[number];

/** The command of a group that is meant where only the group is named: `sluice trades`. */
export const DEFAULT_WORD = 'list';
