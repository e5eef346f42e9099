import { describe, expect, it } from 'vitest';
import { aboutTenant } from '../../../bench/calls/about-tenant.ts';
import { bareCallsSource } from '../../../bench/calls/bare-source.ts';
import type { RecordedCall } from '../../../bench/calls/recorder.ts';
import { formatCalls, phasesOf, plainestOf, stepsOf } from '../../../bench/calls/steps.ts';

function call(beganMs: number, endedMs: number, more: Partial<RecordedCall> = {}): RecordedCall {
  return {
    to: 'dynamodb',
    method: 'POST',
    path: '/',
    operation: 'GetItem',
    contentType: 'application/x-amz-json-1.0',
    body: '{}',
    beganMs,
    endedMs,
    ...more,
  };
}

describe('the steps of a recording', () => {
  it('hold together what was under way at once', () => {
    const [alone, one, other, last] = [call(0, 5), call(6, 9), call(7, 12), call(12, 20)];
    expect(stepsOf([alone, one, other, last])).toEqual([[alone], [one, other], [last]]);
  });

  it('go on for as long as the longest of them', () => {
    const [long, first, second] = [call(0, 10), call(1, 3), call(4, 6)];
    expect(stepsOf([long, first, second])).toEqual([[long, first, second]]);
  });

  it('are told in words, those of the service by their method', () => {
    const read = call(0, 5);
    const [one, other] = [call(6, 9, { operation: 'Query' }), call(7, 8, { operation: 'Query' })];
    const asked = call(10, 12, { to: 'service', operation: null, method: 'GET' });
    expect(formatCalls([read, one, other, asked])).toBe('GetItem, Query + Query, GET');
  });

  it('of nothing are none', () => {
    expect(stepsOf([])).toEqual([]);
  });
});

describe('the plainest of several recordings', () => {
  const many = { calls: [call(0, 5), call(1, 5), call(2, 5)] };
  const oneByOne = { calls: [call(0, 1), call(2, 3)] };
  const atOnce = { calls: [call(0, 2), call(1, 3)] };

  it('has the fewest calls, and of these the fewest steps', () => {
    expect(plainestOf([many, oneByOne, atOnce])).toBe(atOnce);
    expect(plainestOf([many, oneByOne])).toBe(oneByOne);
  });

  it('is none of none', () => {
    expect(() => plainestOf([])).toThrow('nothing was recorded');
  });
});

describe('the phases of an invocation', () => {
  it('add up to all of it', () => {
    // Begun at 100, ended at 150: 5 before, 10 and 15 waiting, 8 between, 12 after.
    const calls = [call(105, 115), call(123, 130), call(124, 138)];
    expect(phasesOf(calls, 100, 150)).toEqual({ before: 5, waiting: 25, between: 8, after: 12 });
  });

  it('of one without calls are its own time', () => {
    expect(phasesOf([], 100, 150)).toEqual({ before: 50, waiting: 0, between: 0, after: 0 });
  });
});

describe('the same value about another tenant', () => {
  it('renames keys and the name itself, and nothing that only looks alike', () => {
    const bytes = new Uint8Array([1, 2]);
    const item = {
      pk: { S: 'main#LANE' },
      tenant: { S: 'main' },
      comment: { S: 'the main#1 account' },
      other: { S: 'mainly' },
      list: { L: [{ S: 'main#RULE' }, { N: '1' }] },
      packed: { B: bytes },
    };
    expect(aboutTenant(item, 'bare')).toEqual({
      pk: { S: 'bare#LANE' },
      tenant: { S: 'bare' },
      comment: { S: 'the main#1 account' },
      other: { S: 'mainly' },
      list: { L: [{ S: 'bare#RULE' }, { N: '1' }] },
      packed: { B: bytes },
    });
    expect(item.pk.S).toBe('main#LANE');
  });
});

describe('the source of a bare handler', () => {
  it('imports the commands that were recorded, each once, and repeats their inputs', () => {
    const query = call(2, 3, { operation: 'Query', body: '{"TableName":"ledger"}' });
    const source = bareCallsSource([call(0, 1), query, call(4, 5)]);
    expect(source).toContain(
      "import { DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';",
    );
    expect(source).toContain(JSON.stringify('"TableName":"ledger"').slice(1, -1));
  });

  it('leaves out the token by which the engine would take a write for a repetition', () => {
    const body = '{"TransactItems":[],"ClientRequestToken":"once"}';
    const source = bareCallsSource([call(0, 1, { operation: 'TransactWriteItems', body })]);
    expect(source).not.toContain('once');
    expect(source).toContain('TransactItems');
  });

  it('asks KMS as a second client, its bytes out of base64', () => {
    const body = '{"KeyId":"key","Message":"AQI=","Mac":"AwQ=","MacAlgorithm":"HMAC_SHA_256"}';
    const verify = call(2, 3, { to: 'services', operation: 'VerifyMac', body });
    const source = bareCallsSource([call(0, 1), verify]);
    expect(source).toContain("import { KMSClient, VerifyMacCommand } from '@aws-sdk/client-kms';");
    expect(source).toContain("import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dyn");
  });

  it('makes at once what was under way at once, unless it is told to make one by one', () => {
    const calls = [call(0, 3), call(1, 2), call(4, 5)];
    const sizes = (source: string) => {
      const [, steps = ''] = /JSON\.parse\((".*")\)\.map/.exec(source) ?? [];
      const parsed = JSON.parse(JSON.parse(steps) as string) as readonly (readonly unknown[])[];
      return parsed.map(({ length }) => length);
    };
    expect(sizes(bareCallsSource(calls))).toEqual([2, 1]);
    expect(sizes(bareCallsSource(calls, 'one by one'))).toEqual([1, 1, 1]);
  });

  it('is not made of calls that a warm function does not make', () => {
    const secret = call(0, 1, { to: 'services', operation: 'GetSecretValue' });
    expect(() => bareCallsSource([secret])).toThrow('a warm function called GetSecretValue');
  });
});
