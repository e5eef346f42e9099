/** The tick after the last snapshot; null where there was none. A late one is still the next. */
export function nextSnapshotAt({
  lastSnapshot,
  everySeconds,
}: {
  readonly lastSnapshot: { readonly scheduledFor: string } | null;
  readonly everySeconds: number;
}): string | null {
  if (lastSnapshot === null) return null;
  return new Date(Date.parse(lastSnapshot.scheduledFor) + everySeconds * 1_000).toISOString();
}
