import { NEXT_CANARY_TOKEN } from '../../canary/canary.ts';
import { tokensOf } from '../../integration/trading-service/client.ts';
import { DONE_AT_ONCE, type FailurePoint, rejected } from '../failure-point.ts';
import type { Scene } from '../scene.ts';

/** A client that holds the old token, and could have the new one by asking for it. */
async function rotated(
  scene: Scene,
  when: 'before the balances' | 'before the POST',
  options: { readonly keepPrevious: boolean },
): Promise<void> {
  const { sandbox } = scene.treasury;
  const token = tokensOf(sandbox.token, NEXT_CANARY_TOKEN);
  const service = scene.treasury.serviceWith({ token });
  const rotate = () => sandbox.rotateToken(NEXT_CANARY_TOKEN, options);
  if (when === 'before the balances') rotate();
  const { sendWithdrawal } = service;
  await scene.deliver({
    service: {
      ...service,
      sendWithdrawal: async (...post) => {
        if (when === 'before the POST') rotate();
        const refreshes = token.refreshes;
        const exchange = await sendWithdrawal(...post);
        if (token.refreshes !== refreshes) throw new Error('a POST fetched another token');
        return exchange;
      },
    },
  });
}

export const TOKEN: readonly FailurePoint[] = [
  {
    effect: 'the token',
    name: 'rotated before the balances are read',
    description: 'the read is refused, fetches the new token once and goes on',
    variant: 'happened in between',
    expected: DONE_AT_ONCE,
    happens: (scene) => rotated(scene, 'before the balances', { keepPrevious: false }),
  },
  {
    effect: 'the token',
    name: 'rotated between the balances and the POST',
    description: 'the POST is refused with 401 and not repeated, with whichever token',
    variant: 'happened in between',
    expected: { atFirst: rejected(401), inTheEnd: rejected(401, 'idle'), posts: 1, executions: 0 },
    happens: (scene) => rotated(scene, 'before the POST', { keepPrevious: false }),
  },
  {
    effect: 'the token',
    name: 'rotated between the balances and the POST, the old one kept',
    description: 'the service takes both for a while',
    variant: 'happened in between',
    expected: DONE_AT_ONCE,
    happens: (scene) => rotated(scene, 'before the POST', { keepPrevious: true }),
  },
];
