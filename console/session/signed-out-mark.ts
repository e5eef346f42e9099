/**
 * Set by a sign-out, in this tab: without it, the page would sign the person in again at once. It ends with the tab.
 */
const KEY = 'sluice-signed-out';

export type SignOutReason = 'asked' | 'idle';

export function markSignedOut(reason: SignOutReason): void {
  window.sessionStorage.setItem(KEY, reason);
}

export function signedOutReason(): SignOutReason | null {
  const reason = window.sessionStorage.getItem(KEY);
  return reason === 'asked' || reason === 'idle' ? reason : null;
}

export function forgetSignedOut(): void {
  window.sessionStorage.removeItem(KEY);
}
