import { expect, it } from 'vitest';
import { instructionView } from '../../../../api/responses/instruction-view.ts';
import type { Instruction as Shown } from '../../../../console/approving/instruction.ts';
import { printedFacts } from '../../../../console/instructions/printed-facts.ts';
import { advance } from '../../../../treasury/instructions/advance.ts';
import { APPROVED } from '../../../samples/instructions.ts';

const CANCELLED = advance(APPROVED, {
  kind: 'cancel',
  at: '2026-01-05T09:01:00.000Z',
  reason: 'halted',
  why: { limit: 'mode', code: 'dry-run', currency: 'BTC' },
  checks: [],
});

const printed = (language: 'en' | 'de', timeZone: string, instruction = CANCELLED) =>
  printedFacts(
    instructionView(instruction, { reader: { language, timeZone } }) as unknown as Shown,
  );

it('two readers of one instruction print the same digest, in whatever language and zone they read it', () => {
  expect(JSON.stringify(printed('de', 'Europe/Zurich'))).toBe(JSON.stringify(printed('en', 'UTC')));
});

it.each([
  ['another amount', { content: { ...CANCELLED.content, amount: '2.26' } }],
  ['another version', { version: CANCELLED.version + 1 }],
  ['another history', { history: CANCELLED.history.slice(1) }],
])('and another one of %s', (_what, change) => {
  const other = { ...CANCELLED, ...change } as typeof CANCELLED;
  expect(printed('en', 'UTC', other)).not.toEqual(printed('en', 'UTC'));
});
