import { beforeEach, describe, expect, it } from 'vitest';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { deploymentSteps } from './deployment-steps.ts';

/*
 * What an answer says to people is in their language; everything that programs read is the same in each.
 */

const { deployed } = deployedForEachTest();
const { decided } = deploymentSteps(deployed);

const IN = (language: string) => ({ 'accept-language': language });

async function read(route: string, language: string, query: Readonly<Record<string, string>> = {}) {
  const headers = IN(language);
  const call = { routeKey: `GET ${route}`, groups: '[admin]', headers, query };
  return await deployed().call('query-ledger', call);
}

interface Decided {
  readonly decision: {
    readonly explanation: string;
    readonly checks: readonly { readonly seen: string; readonly accepted: string }[];
  };
}

const decisionOf = (body: Readonly<Record<string, unknown>>) =>
  (body.items as readonly Decided[])[0]?.decision;

/** Everything but the texts. */
const withoutTexts = (body: unknown) =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    ['explanation', 'seen', 'accepted'].includes(name) ? undefined : value,
  );

beforeEach(() => decided());

describe('a decision', () => {
  it('is said in the language of the caller, and in English where there is none such', async () => {
    const [english, german, french] = await Promise.all(
      ['en', 'de-CH, en;q=0.5', 'fr'].map((language) => read('/v1/decisions', language)),
    );
    expect(decisionOf(english?.body ?? {})?.explanation).toMatch(/^Withdraw .* to "/);
    expect(decisionOf(german?.body ?? {})?.explanation).toMatch(/^Auszahlung von .* an „/);
    expect(french?.body).toEqual(english?.body);
    for (const answer of [english, german, french]) {
      expect(answer?.headers.vary).toContain('accept-language');
    }
  });

  it('has the same ETag, codes and numbers in each', async () => {
    const [english, german] = await Promise.all([
      read('/v1/decisions', 'en'),
      read('/v1/decisions', 'de'),
    ]);
    expect(german.text).not.toBe(english.text);
    expect(german.headers.etag).toBe(english.headers.etag);
    expect(withoutTexts(german.body)).toEqual(withoutTexts(english.body));
    expect(german.headers['cache-control']).toBe('no-store');
  });
});

describe('what programs read', () => {
  it('is in no other language: audit entries, events, instructions, and problems', async () => {
    const halt = { routeKey: 'POST /v1/controls/halt', groups: '[admin]', headers: IN('de') };
    await deployed().call('halt', { ...halt, body: { comment: 'eine Übung' } });
    for (const route of ['/v1/audit', '/v1/events', '/v1/withdrawals', '/v1/controls/halt']) {
      const [english, german] = [await read(route, 'en'), await read(route, 'de')];
      expect(german.status, route).toBe(200);
      expect(german.text, route).toBe(english.text);
      expect(german.headers.etag, route).toBe(english.headers.etag);
      expect(german.headers.vary, route).not.toContain('accept-language');
    }
    const wrong = await read('/v1/decisions', 'de', { rule: 'no-such' });
    expect(wrong.body).toMatchObject({ status: 404, title: expect.stringMatching(/^[A-Z]/) });
    const audited = (await read('/v1/audit', 'de')).text;
    expect(audited).toContain('eine Übung');
    expect(audited).not.toContain('angehalten');
  });
});
