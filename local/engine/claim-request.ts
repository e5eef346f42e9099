/** Inside a request for a transaction, as far as a claim is told from others. */
interface Transaction {
  readonly TransactItems?: readonly {
    readonly Put?: {
      readonly Item?: {
        readonly entity?: { readonly S?: string };
        readonly status?: { readonly M?: { readonly state?: { readonly S?: string } } };
      };
    };
  }[];
}

/** Stands in every claim's JSON: most transactions are not parsed. */
const SENDING = '"sending"';

/** Whether a request claims a lane: its sender may send as soon as it is answered. */
export function isClaim(operation: string, body: string): boolean {
  if (operation !== 'TransactWriteItems' || !body.includes(SENDING)) return false;
  const { TransactItems: items = [] } = JSON.parse(body) as Transaction;
  return items.some(
    ({ Put }) => Put?.Item?.entity?.S === 'lane' && Put.Item.status?.M?.state?.S === 'sending',
  );
}
