/** The script is fixed, so whatever is refused is a mistake in it. */
export function refuseOther(result: { readonly result: string }, expected: string): Error {
  return new Error(`made-up history: ${JSON.stringify(result)} in place of ${expected}`);
}
