/** The part of a rule that says where its money goes, as the API has it. */
interface Paying {
  readonly withdrawalAccountId?: string;
  readonly split?: { readonly parts: readonly { readonly withdrawalAccountId: string }[] };
}

/** Every account that a rule pays to, in the order of its parts; none if it converts. */
export function accountIdsOf({ withdrawalAccountId, split }: Paying): readonly string[] {
  const parts = split?.parts.map((part) => part.withdrawalAccountId);
  return parts ?? (withdrawalAccountId === undefined ? [] : [withdrawalAccountId]);
}
