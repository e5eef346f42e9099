/** Whether the API has refused this session's token: then reads and writes fail until the person signs in again. */
let isOver = false;
const listeners = new Set<() => void>();

export function setSessionOver(over: boolean): void {
  if (isOver === over) return;
  isOver = over;
  for (const listener of listeners) listener();
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isSessionOver(): boolean {
  return isOver;
}
