/** The middle of what was measured; one slow run does not move it. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The smallest value that `percent` of them do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const index = Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1);
  return sorted[index] ?? Number.NaN;
}
