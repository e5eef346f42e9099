import * as z from 'zod';
import type { AccountAnswer, AccountRequest } from './account-request.ts';
import type { LocalAccount } from './local-account.ts';

const named = z.object({ Name: z.string().optional(), TrailName: z.string().optional() });

/** CloudTrail's DescribeTrails, GetTrailStatus and GetEventSelectors. A trail is asked for by its name or its ARN. */
export function answerTrails(
  { trails }: LocalAccount,
  operation: string,
  { body }: AccountRequest,
): AccountAnswer {
  if (operation === 'DescribeTrails') {
    const trailList = [...trails.values()].map(({ name, arn }) => ({ Name: name, TrailARN: arn }));
    return { trailList };
  }
  const { Name, TrailName } = named.parse(JSON.parse(body));
  const reference = Name ?? TrailName;
  const trail = [...trails.values()].find(({ name, arn }) => [name, arn].includes(reference ?? ''));
  if (trail === undefined) return null;
  if (operation === 'GetTrailStatus') return { IsLogging: trail.isLogging };
  if (operation !== 'GetEventSelectors') return null;
  return { TrailARN: trail.arn, AdvancedEventSelectors: trail.advancedEventSelectors };
}
