/** Something that leaves the books at a moment of the true clock; units are positive. */
export interface Outflow {
  readonly units: bigint;
  readonly atMs: number;
}

/**
 * Of one foreign debit, what balances may still have Sluice take for a booking of its own at `nowMs` (assumption 10).
 *
 * For as long as a booking may take, that is all of it. From then on the real booking is there, and nothing is left to
 * it if nothing else was on its way: but if something had left meanwhile, the real booking passed for that one's, and so
 * on. No more is passed on than was on its way. `executed`: what Sluice's own requests took, oldest first, without the
 * one that is judged. `bookingMs`: the longest time from the execution until a balance shows it.
 */
export function stillMistaken(
  debit: Outflow,
  executed: readonly Outflow[],
  bookingMs: number,
  nowMs: number,
): bigint {
  let until = debit.atMs + bookingMs;
  if (nowMs <= until) return debit.units;
  for (const { atMs } of executed) {
    if (atMs <= until) until = Math.max(until, atMs + bookingMs);
  }
  if (nowMs > until) return 0n;
  const onTheWay = executed
    .filter(({ atMs }) => atMs >= nowMs - bookingMs)
    .reduce((sum, { units }) => sum + units, 0n);
  if (onTheWay < debit.units) return onTheWay;
  return debit.units;
}
