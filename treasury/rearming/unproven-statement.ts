import type { UnprovenCount } from './restored-counts.ts';

/**
 * The counts that no seal proves and that a person did not name, or the others that were named; null if the statement names
 * exactly them. Nothing is taken for granted: whoever names a count has compared it.
 */
export function unprovenProblem(
  stated: readonly string[],
  unproven: readonly UnprovenCount[],
): string | null {
  const missing = unproven.filter(({ name }) => !stated.includes(name));
  const others = stated.filter((name) => !unproven.some((each) => each.name === name));
  if (missing.length === 0 && others.length === 0) return null;
  const parts = [
    ...(missing.length === 0
      ? []
      : [`missing: ${missing.map(({ name, why }) => `${name} (${why})`).join(', ')}`]),
    ...(others.length === 0 ? [] : [`proven, or not armed: ${others.join(', ')}`]),
  ];
  return `"unproven" names each of what limits count that no seal proves, and nothing else: compare it with the records of the service; it counts as it stands from then on. ${parts.join('; ')}.`;
}
