import { Token } from 'aws-cdk-lib';

/** Tokens that one stage makes, at most: some 2,000 today. */
const TOKENS_OF_A_STAGE = 20_000;

/**
 * Gives all tokens that are made from here on numbers of one length. The CDK sorts what policies allow by the text of tokens, and
 * from that follows the order of outputs; but `TOKEN.100` is before `TOKEN.98`, and how many were made before is different from
 * run to run. With one length, the order is that in which the constructs are made: the same sources give the same templates.
 */
export function alignTokens(): void {
  let number = nextNumber();
  while (String(number).length !== String(number + TOKENS_OF_A_STAGE).length) number = nextNumber();
}

/** Of a token that nothing uses. */
function nextNumber(): number {
  const text = Token.asString({ creationStack: [], resolve: () => '' });
  const [, number] = /\.(\d+)\]/.exec(text) ?? [];
  if (number === undefined) throw new Error(`the CDK numbers no tokens: ${text}`);
  return Number(number);
}
