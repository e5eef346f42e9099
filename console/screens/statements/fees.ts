interface Fee {
  readonly currency: string;
  readonly amount: string;
}

/** Fees in words; a service that names none may still have taken some. */
export function feesOf(fees: readonly Fee[] | undefined): string {
  if (fees === undefined) return 'not named';
  return fees.map(({ amount, currency }) => `${amount} ${currency}`).join(', ') || 'none';
}
