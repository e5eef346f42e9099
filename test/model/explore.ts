import type { Decisions } from './decisions.ts';
import { environmentSteps } from './environment.ts';
import { RowWriter } from './key.ts';
import { KnownStates } from './known-states.ts';
import { peopleSteps } from './people.ts';
import { isEnd, type ViolationCode, violationIn } from './properties.ts';
import { senderSteps } from './sender.ts';
import { settled } from './steps.ts';
import { watchdogSteps } from './watchdog.ts';
import { firstWorld, type Size, type World } from './world.ts';

export interface Exploration {
  readonly states: number;
  readonly transitions: number;
  /** Steps on the shortest way to the farthest state. */
  readonly depth: number;
  /** The first found, which breadth-first is a shortest. */
  readonly violation: Counterexample | null;
  /** A state from which no end can be reached any more. */
  readonly stuck: Counterexample | null;
  readonly ends: number;
  /** False where the bound on states was reached first: then nothing is proven. */
  readonly complete: boolean;
  /** Each kind of step taken. */
  readonly steps: ReadonlySet<string>;
}

export interface Counterexample {
  readonly what: string;
  readonly steps: readonly string[];
}

/**
 * Takes every step of everybody, from every state, nearest states first, until something is violated
 * (where `wanted` is given: that).
 */
export function explore(
  size: Size,
  decisions: Decisions,
  maxStates: number,
  wanted?: ViolationCode,
): Exploration {
  const writer = new RowWriter(size);
  const known = new KnownStates(writer.row.length);
  const parents: number[] = [];
  const messages: string[] = [];
  const ended: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const steps = new Set<string>();
  let violation: Counterexample | null = null;

  const add = (world: World, parent: number, step: string): number => {
    steps.add(step);
    const next = known.indexOf(writer.write(world));
    if (next < parents.length) return next;
    parents.push(parent);
    messages.push(step);
    frontier.push([next, world]);
    if (isEnd(world)) ended.push(next);
    const found = violationIn(world);
    if (
      found !== null &&
      (wanted === undefined ? found.code !== 'masked' : found.code === wanted)
    ) {
      violation ??= { what: found.message, steps: pathTo(next, parents, messages) };
    }
    return next;
  };

  let frontier: [number, World][] = [];
  add(firstWorld(size), -1, '');
  let depth = 0;
  for (; frontier.length > 0 && violation === null && parents.length < maxStates; depth++) {
    const layer = frontier;
    frontier = [];
    for (const [index, world] of layer) {
      if (violation !== null) break;
      successors(world, decisions, (step, next) => {
        from.push(index);
        to.push(add(settled(next), index, step));
      });
    }
  }
  const complete = frontier.length === 0 && violation === null;
  const stuckAt = complete ? firstStuck(parents.length, from, to, ended) : -1;
  return {
    states: parents.length,
    transitions: from.length,
    depth: depth - 1,
    violation,
    stuck:
      stuckAt < 0
        ? null
        : { what: 'no end can be reached', steps: pathTo(stuckAt, parents, messages) },
    ends: ended.length,
    complete,
    steps,
  };
}

function successors(
  world: World,
  decisions: Decisions,
  emit: (messages: string, next: World) => void,
): void {
  environmentSteps(world, decisions, emit);
  for (let n = 0; n < world.senders.length; n++) senderSteps(world, n, decisions, emit);
  watchdogSteps(world, decisions, emit);
  peopleSteps(world, decisions, emit);
}

function pathTo(index: number, parents: readonly number[], messages: readonly string[]): string[] {
  const path: string[] = [];
  for (let at = index; at > 0; at = parents[at] ?? 0) path.unshift(messages[at] ?? '');
  return path;
}

/** Backwards from every end: the nearest state that was not reached, or -1. */
function firstStuck(
  states: number,
  from: readonly number[],
  to: readonly number[],
  ends: readonly number[],
): number {
  const start = new Int32Array(states + 1);
  for (const target of to) start[target + 1] = (start[target + 1] ?? 0) + 1;
  for (let n = 0; n < states; n++) start[n + 1] = (start[n + 1] ?? 0) + (start[n] ?? 0);
  const filled = start.slice();
  const sources = new Int32Array(from.length);
  for (const [edge, source] of from.entries()) {
    const target = to[edge] ?? 0;
    const slot = filled[target] ?? 0;
    sources[slot] = source;
    filled[target] = slot + 1;
  }
  const reached = new Uint8Array(states);
  const queue = [...ends];
  for (const end of ends) reached[end] = 1;
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    for (let slot = start[state] ?? 0; slot < (start[state + 1] ?? 0); slot++) {
      const source = sources[slot] ?? 0;
      if (reached[source] === 1) continue;
      reached[source] = 1;
      queue.push(source);
    }
  }
  return reached.indexOf(0);
}
