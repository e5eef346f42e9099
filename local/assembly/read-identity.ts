import * as z from 'zod';
import { LOCAL_REGION } from './local-names.ts';
import { ignored, type LocatedResources } from './located-resources.ts';
import type { UserPoolClientModel, UserPoolModel } from './model.ts';

/** Cognito's own default. */
const DEFAULT_TOKEN_SECONDS = 60 * 60;

const SECONDS_PER_UNIT = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;

/** Cognito verifies people's identities; here the people are built in. */
const poolProperties = z.looseObject({ UserPoolName: ignored });

const groupProperties = z.looseObject({ GroupName: z.string(), UserPoolId: z.string() });

const clientProperties = z.looseObject({
  UserPoolId: z.string(),
  AllowedOAuthFlows: z.array(z.string()).default([]),
  AllowedOAuthScopes: z.array(z.string()).default([]),
  CallbackURLs: z.array(z.string()).default([]),
  AccessTokenValidity: z.number().optional(),
  TokenValidityUnits: z
    .looseObject({ AccessToken: z.enum(['seconds', 'minutes', 'hours', 'days']).optional() })
    .optional(),
});

export function readUserPools(resources: LocatedResources): readonly UserPoolModel[] {
  const groups = resources.ofType('AWS::Cognito::UserPoolGroup', groupProperties);
  const clients = resources.ofType('AWS::Cognito::UserPoolClient', clientProperties);
  return resources.ofType('AWS::Cognito::UserPool', poolProperties).map(({ ref }) => ({
    id: ref,
    issuer: `https://cognito-idp.${LOCAL_REGION}.amazonaws.com/${ref}`,
    groups: groups
      .filter(({ properties }) => properties.UserPoolId === ref)
      .map(({ properties }) => properties.GroupName),
    clients: clients
      .filter(({ properties }) => properties.UserPoolId === ref)
      .map((client) => readClient(client.ref, client.properties)),
  }));
}

function readClient(
  id: string,
  properties: z.output<typeof clientProperties>,
): UserPoolClientModel {
  const unit = properties.TokenValidityUnits?.AccessToken ?? 'hours';
  const { AccessTokenValidity: validity } = properties;
  return {
    id,
    isMachine: properties.AllowedOAuthFlows.includes('client_credentials'),
    scopes: properties.AllowedOAuthScopes,
    callbackUrls: properties.CallbackURLs,
    accessTokenSeconds:
      validity === undefined ? DEFAULT_TOKEN_SECONDS : validity * SECONDS_PER_UNIT[unit],
  };
}
