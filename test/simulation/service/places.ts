/* Where accounts are, as the service has it and as people have registered it. */

/** The place of an account. */
export function detailsOf(accountId: string): {
  readonly beneficiary: { readonly address: string; readonly tag: string };
} {
  return { beneficiary: { address: `Place${accountId.slice(-4)}`, tag: accountId.slice(-2) } };
}
