import type { Mode } from './types.ts';

export const MODES: readonly Mode[] = ['live', 'dry-run', 'halted'];

const TEXTS: Readonly<Record<Mode, string>> = {
  live: 'Live: money moves',
  'dry-run': 'Dry run: decided, and nothing is sent',
  halted: 'Halted: nothing leaves',
};

export const MODE_CHOICES = MODES.map((mode) => ({ value: mode, label: TEXTS[mode] }));
