import { SluiceGatewayError, SluiceProblem, SluiceUnanswered } from '@sluice/client';
import { describe, expect, it } from 'vitest';
import {
  isAnswered,
  isRefusal,
  openRequests,
  ownStorage,
  type TabStorage,
} from '../../../console/api/open-requests.ts';

const CONTENT = '{"amount":"5"}';

function open(storage: TabStorage, from = 1) {
  let count = from;
  return openRequests(storage, 'requests', () => `key ${count++}`);
}

describe('the key of a request', () => {
  it('stays the same while its outcome is unknown', () => {
    const requests = open(ownStorage());
    expect([requests.keyFor(CONTENT), requests.keyFor(CONTENT)]).toEqual(['key 1', 'key 1']);
  });

  it('stays the same after a reload, and after another request between', () => {
    const storage = ownStorage();
    open(storage).keyFor(CONTENT);
    const reloaded = open(storage, 2);
    expect(reloaded.keyFor('{"amount":"6"}')).toBe('key 2');
    expect(reloaded.keyFor(CONTENT)).toBe('key 1');
  });

  it('is another once the outcome is known: a person may want the same twice', () => {
    const requests = open(ownStorage());
    requests.keyFor(CONTENT);
    requests.settled(CONTENT);
    expect(requests.keyFor(CONTENT)).toBe('key 2');
  });

  it('leaves nothing behind when all outcomes are known', () => {
    const storage = ownStorage();
    const requests = open(storage);
    requests.keyFor(CONTENT);
    requests.settled(CONTENT);
    expect(storage.getItem('requests')).toBeNull();
  });

  it('is kept for the last twenty', () => {
    const requests = open(ownStorage());
    for (let count = 1; count <= 21; count++) requests.keyFor(`${count}`);
    expect([requests.keyFor('2'), requests.keyFor('1')]).toEqual(['key 2', 'key 22']);
  });

  it('does not depend on what else writes there', () => {
    const storage = ownStorage();
    storage.setItem('requests', '{"not closed');
    expect(open(storage).keyFor(CONTENT)).toBe('key 1');
  });
});

describe('an answer', () => {
  const problem = (status: number) =>
    new SluiceProblem({ code: 'x', title: 'X', status, requestId: 'r' }, undefined);

  it.each([400, 403, 404, 412, 422, 428])('%i says that nothing was carried out', (status) => {
    expect(isRefusal(problem(status))).toBe(true);
  });

  it.each([401, 408, 409, 425, 429, 500, 502, 503, 504])('%i leaves it open', (status) => {
    expect(isRefusal(problem(status))).toBe(false);
    expect(isRefusal(new SluiceGatewayError(status, 'no', new Headers()))).toBe(false);
  });

  it.each([
    ['trade-rejected', 502],
    ['trade-not-sent', 503],
    ['trade-declined', 409],
  ])('%s ended for good: the same again is another request', (code, status) => {
    const ended = new SluiceProblem({ code, title: 'X', status, requestId: 'r' }, undefined);
    expect(isRefusal(ended)).toBe(true);
  });

  it('that contradicts the request leaves it open', () => {
    const ended = { code: 'trade-anomaly', title: 'X', status: 502, requestId: 'r' };
    expect(isRefusal(new SluiceProblem(ended, undefined))).toBe(false);
  });

  it('that conflicts with anything but the same request says what became of it', () => {
    const conflict = (code: string) =>
      new SluiceProblem({ code, title: 'X', status: 409, requestId: 'r' }, undefined);
    expect(isAnswered(conflict('balance-insufficient'))).toBe(true);
    expect(isAnswered(conflict('in-flight'))).toBe(false);
    expect(isAnswered(new SluiceGatewayError(429, 'no', new Headers()))).toBe(false);
  });

  it('that never came leaves it open', () => {
    const lost = new SluiceUnanswered('reset', { isWrite: true, idempotencyKey: 'k' });
    expect(isRefusal(lost)).toBe(false);
    expect(isRefusal(new TypeError('the console made a mistake'))).toBe(false);
  });
});
