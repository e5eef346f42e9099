import type { Random } from './random.ts';

/** How much goes wrong in one world; each a probability, drawn once. */
export interface FaultProfile {
  /** That a call to the store goes wrong. */
  readonly store: number;
  /** That an invocation freezes or dies at a call. */
  readonly freezes: number;
  readonly deaths: number;
  /** That a read of the service fails. */
  readonly reads: number;
  /** That a POST meets anything but a plain success. */
  readonly posts: number;
  /** That a POST that succeeds at last is executed late or never. */
  readonly late: number;
  readonly duplicates: number;
  readonly lateDeliveries: number;
  readonly deposits: number;
  readonly debits: number;
  readonly rotations: number;
  readonly deploys: number;
  readonly policyChanges: number;
  readonly outages: number;
  /** That an answer is told in a way that no reader can be sure of, or that the reference does not rule out. */
  readonly tellings: number;
  /** Seconds by which clocks of two machines may differ. */
  readonly skewSeconds: number;
  /** Refuses and executes all the same. Then there are no deposits: a deposit would hide it (assumption 3). */
  readonly liar: boolean;
  readonly restores: boolean;
  readonly automaticSettlement: boolean;
  /** How patient the world is: people look at what is held with this probability per tick. */
  readonly people: number;
}

/** Often nothing of a kind, sometimes a little, seldom a storm: combinations differ from world to world. */
function drawn(random: Random, little: number, storm: number): number {
  const kind = random.next();
  if (kind < 0.4) return 0;
  return kind < 0.85 ? little : storm;
}

/** `tellings`: the chance of what services tell, which came later and changes no world's other faults. */
export function drawFaultProfile(random: Random, tellings: Random): FaultProfile {
  const liar = random.chance(0.15);
  return {
    store: drawn(random, 0.02, 0.15),
    freezes: drawn(random, 0.01, 0.06),
    deaths: drawn(random, 0.01, 0.05),
    reads: drawn(random, 0.05, 0.3),
    posts: drawn(random, 0.4, 0.9),
    late: drawn(random, 0.3, 0.8),
    duplicates: drawn(random, 0.2, 0.7),
    lateDeliveries: drawn(random, 0.1, 0.4),
    deposits: liar ? 0 : drawn(random, 0.4, 0.8),
    debits: drawn(random, 0.1, 0.4),
    rotations: drawn(random, 0.05, 0.25),
    deploys: drawn(random, 0.03, 0.15),
    policyChanges: drawn(random, 0.1, 0.4),
    outages: drawn(random, 0.03, 0.2),
    tellings: drawn(tellings, 0.03, 0.15),
    skewSeconds: drawn(random, 2, 45),
    liar,
    restores: random.chance(0.12),
    automaticSettlement: random.chance(0.2),
    people: random.pick([0.2, 0.6, 1]),
  };
}

/** Nothing goes wrong, and people look after everything. */
export const CALM: FaultProfile = {
  store: 0,
  freezes: 0,
  deaths: 0,
  reads: 0,
  posts: 0,
  late: 0,
  duplicates: 0,
  lateDeliveries: 0,
  deposits: 0,
  debits: 0,
  rotations: 0,
  deploys: 0,
  policyChanges: 0,
  outages: 0,
  tellings: 0,
  skewSeconds: 0,
  liar: false,
  restores: false,
  automaticSettlement: false,
  people: 1,
};
