import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import * as z from 'zod';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import { findTraces } from '../canary/canary.ts';
import { RULE, TENANT } from '../integration/protocol/treasury-under-test.ts';
import { itemsOf } from '../integration/store/items.ts';
import { countedOf, readCounts } from '../samples/counts.ts';
import { instructionOf, lanesOf } from './end-state.ts';
import type { SceneOptions } from './failure-point.ts';
import type { Scene } from './scene.ts';

/** States in which nothing can have left. */
const NOTHING_LEFT = new Set(['approved', 'cancelled', 'not-sent', 'released']);

/** Ledger and service agree to the last digit, and what may have left is in the budgets. */
export async function ledgerAgreesWithService(scene: Scene): Promise<void> {
  const instructions = await Promise.all(scene.ids().map((id) => instructionOf(scene, id)));
  const last = instructions.at(-1) ?? null;
  const executed = scene.received().filter((entry) => entry.executed);
  for (const { body } of scene.received()) expect(JSON.parse(body ?? '')).toEqual(asked(last));
  if (last === null || NOTHING_LEFT.has(last.status.state)) {
    if (!scene.ledgerForgot) expect(executed).toEqual([]);
  }
  expect(sumOf(executed.map((entry) => movedBy(scene, entry.effects)))).toBe(
    sumOf(executed.length === 0 ? [] : [amountOf(last)]),
  );
  if (last?.status.state === 'confirmed') {
    const ids = confirmedIds(last);
    if (ids !== null) expect(executed.flatMap(({ effects }) => effects).sort()).toEqual(ids);
  }
  await budgetsHold(scene, instructions);
}

/** The rule's budgets hold exactly what has left or may have left, and nothing else. */
async function budgetsHold(
  scene: Scene,
  instructions: readonly (Instruction | null)[],
): Promise<void> {
  if (scene.subject === 'trade') return;
  const [lane] = await lanesOf(scene);
  if (lane === undefined) throw new Error('there is no lane');
  const reserved = instructions.filter((each): each is Instruction => {
    const state = each?.status.state ?? 'none';
    const isHeld = lane.status.state !== 'idle' && lane.status.claim.instructionId === each?.id;
    return state === 'confirmed' || isHeld;
  });
  const usage = countedOf(lane, 'rule', RULE.id);
  const expected = sumOf(reserved.map(amountOf));
  expect({
    hours: sumOf(Object.values(usage.hours)),
    days: sumOf(Object.values(usage.days)),
  }).toEqual({ hours: expected, days: expected });
  if (!scene.hasLimits) return;
  const counted = readCounts(await scene.ledger().readCounts(TENANT, 'outflow-usage'));
  const days = (counted?.counts ?? [])
    .filter(({ counter }) => counter.kind === 'account')
    .flatMap((each) => Object.values(each.days ?? {}));
  expect(sumOf(days)).toBe(expected);
}

/** If the scene is about a run: its record has one decision of the rule, which names the instruction. */
export async function decidedOnce(scene: Scene): Promise<void> {
  const snapshot = scene.undecided();
  if (snapshot === null) return;
  const parts = await scene.ledger().readDecisionRun(TENANT, snapshot.scheduledFor);
  const decided = parts.flatMap(({ decisions }) => decisions);
  expect(decided.map(({ decision, instructionId }) => [decision.ruleId, instructionId])).toEqual([
    [RULE.id, scene.id()],
  ]);
}

/** Items of the whole table by key, to be compared later. */
export type TableImage = ReadonlyMap<string, unknown>;

export async function imageOf(scene: Scene): Promise<TableImage> {
  const items = await itemsOf(scene.table());
  return new Map(items.map((item) => [`${item.pk?.S} ${item.sk?.S}`, item]));
}

/** Nothing was touched but what a withdrawal or a trade is about, and no item holds the token. */
export async function nothingElseTouched(
  scene: Scene,
  before: TableImage,
  { alsoTouches = [], limits = false }: SceneOptions,
): Promise<void> {
  const after = await imageOf(scene);
  const halted = (await instructionOf(scene, scene.id()))?.status.state === 'anomaly';
  const allowed = [
    ...scene.ids().map((id) => `main#INSTRUCTION#${id} `),
    ...scene.currencies().map((currency) => `main#LANE ${currency}`),
    ...scene.currencies().map((currency) => `main#COUNTS lane#${currency}`),
    'main#WITHDRAWAL#',
    ...(scene.ids().some((id) => id.startsWith('trade-')) || alsoTouches.includes('trades')
      ? ['main#COUNTS trade-usage', 'main#TRADE#']
      : []),
    ...(limits ? ['main#COUNTS outflow-usage'] : []),
    ...(halted || alsoTouches.includes('policy') ? ['main#POLICY', 'main#HALT'] : []),
    ...(halted || alsoTouches.includes('audit') ? ['main#AUDIT'] : []),
    ...(alsoTouches.includes('decisions') ? ['main#DECISION-RUNS ', 'main#INSTRUCTION#'] : []),
    ...(alsoTouches.includes('other lanes') ? ['main#LANE ', 'main#COUNTS lane#'] : []),
  ];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => !isDeepStrictEqual(before.get(key), after.get(key)),
  );
  // A claim is also entered under the end of its window, as one of these instructions and no other; but
  // for the trade that is placed in between at some points.
  const isClaim = (key: string) =>
    key.startsWith('main#CLAIMS ') &&
    (scene.ids().some((id) => key.endsWith(`#${id}`)) ||
      (alsoTouches.includes('trades') && key.includes('#trade-')));
  // It is marked once, as one of these instructions left the states in which it could be sent.
  const isMark = (key: string) =>
    scene.ids().some((id) => key === `main#INSTRUCTION-MARKS ${id}`) ||
    (alsoTouches.includes('trades') && key.startsWith('main#INSTRUCTION-MARKS trade-'));
  const isAllowed = (key: string) =>
    isMark(key) || isClaim(key) || allowed.some((prefix) => key.startsWith(prefix));
  expect(changed.filter((key) => !isAllowed(key))).toEqual([]);
  expect(findTraces(JSON.stringify([...after.values()]))).toEqual([]);
}

function asked(instruction: Instruction | null): object {
  if (instruction === null) throw new Error('a request was sent, and no ledger knows of it');
  const { content } = instruction;
  if (content.kind === 'withdrawal') {
    const { withdrawalAccountId, amount } = content;
    return { withdrawalAccountId, amount };
  }
  const { instrument, price, amount } = content;
  return { instrument, side: 'Sell', price, amount };
}

function amountOf(instruction: Instruction | null): string {
  if (instruction === null) throw new Error('an amount of nothing');
  return instruction.content.amount;
}

const booking = z.object({ id: z.string(), amount: z.string() });
const booked = z.object({ withdrawals: z.array(booking), trades: z.array(booking) });

/** What the service's own books say that a request moved. */
function movedBy({ treasury }: Scene, effects: readonly string[]): string {
  const { withdrawals, trades } = booked.parse(treasury.sandbox.state());
  const caused = [...withdrawals, ...trades].filter(({ id }) => effects.includes(id));
  return sumOf(caused.map(({ amount }) => amount));
}

function confirmedIds({ status }: Instruction): readonly string[] | null {
  if (status.state !== 'confirmed') return null;
  const { confirmation } = status;
  switch (confirmation.kind) {
    case 'withdrawal':
      return confirmation.withdrawals.map(({ id }) => id).sort();
    case 'trade':
      return [confirmation.trade.id ?? ''];
    default:
      return null;
  }
}

function sumOf(amounts: readonly string[]): string {
  return formatDecimal(
    amounts.reduce((sum, amount) => sum.plus(decimalOf(amount)), decimalOf('0')),
  );
}
