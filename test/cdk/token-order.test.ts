import { type App, Token } from 'aws-cdk-lib';
import { CfnPolicy } from 'aws-cdk-lib/aws-iam';
import { expect, it } from 'vitest';
import { unbundledApp } from '../../lib/templates-of.ts';
import { alignTokens } from '../../lib/token-order.ts';
import { configured } from './synthesised.ts';

/*
 * The CDK sorts by the text of tokens, and has made another number of them in each run: with numbers of different lengths, two
 * templates of the same sources differ in the order of their outputs.
 */

const NUMBER = /TOKEN\.(\d+)\]/g;

function newNumber(): number {
  const [[, number = ''] = []] = Token.asString({ creationStack: [], resolve: () => '' }).matchAll(
    NUMBER,
  );
  return Number(number);
}

/** Makes tokens until the next numbers are longer after so many more. */
function approach(before: number): void {
  let number = newNumber();
  while (`${number}`.length === `${number + before}`.length) number = newNumber();
}

/** How long the numbers are of the tokens that policies name. */
function lengthsIn(app: App): readonly number[] {
  const texts = app.node
    .findAll()
    .flatMap((each) => (each instanceof CfnPolicy ? each.policyDocument.statements : []))
    .flatMap((statement: { readonly resources: readonly string[] }) => statement.resources);
  const numbers = texts.flatMap((text) => [...`${text}`.matchAll(NUMBER)]);
  expect(numbers.length).toBeGreaterThan(100);
  return [...new Set(numbers.map(([, number = '']) => number.length))];
}

it('tokens that are made after it have numbers of one length', () => {
  approach(3);
  alignTokens();
  const lengths = Array.from({ length: 5_000 }, () => `${newNumber()}`.length);
  expect(new Set(lengths).size).toBe(1);
});

it('a stage is made of such, wherever the numbers stand', () => {
  approach(100);
  expect(lengthsIn(unbundledApp(configured()))).toHaveLength(1);
});
