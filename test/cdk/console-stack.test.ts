import { runInNewContext } from 'node:vm';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { readStage } from '../../lib/stages/read-stage.ts';
import type { StageConfiguration } from '../../lib/stages/stage-configuration.ts';
import { withEverything } from '../../lib/stages/with-everything.ts';
import { PAGE_POLICY_METADATA } from '../../runtime/console/console-files.ts';
import {
  FILE_POLICY,
  SECURITY_HEADERS,
  STRICT_TRANSPORT_SECONDS,
} from '../../runtime/console/page-headers.ts';
import { configured, type Properties, synthesised } from './synthesised.ts';

function stackOf(part: string, configuration: StageConfiguration = configured()): Template {
  const template = synthesised(configuration).all.get(`sluice-dev-${part}`);
  if (template === undefined) throw new Error(`there is no stack ${part}`);
  return template;
}

/** The one resource of a type. */
function onlyOf(template: Template, type: string): Properties {
  const [found, ...others] = Object.values(template.findResources(type));
  if (found === undefined || others.length > 0) throw new Error(`not one ${type}`);
  return found.Properties;
}

const stack = stackOf('console');
const { DistributionConfig: distribution } = onlyOf(stack, 'AWS::CloudFront::Distribution');
const named = stackOf('console', withEverything(readStage('dev')));
const OIDC: StageConfiguration['identity'] = {
  kind: 'oidc',
  issuer: 'https://id.example/',
  audience: ['sluice'],
  claims: { person: 'sub', groups: 'groups' },
  personProof: { claim: 'auth_time' },
};

describe("the console's files", () => {
  it('are in a bucket that is closed to everyone but this one distribution', () => {
    for (const { Properties } of Object.values(stack.findResources('AWS::S3::Bucket'))) {
      expect(Properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
    }
    const statements = Object.values(stack.findResources('AWS::S3::BucketPolicy')).flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement as Properties[],
    );
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed.flatMap(({ Action }) => Action)).toEqual(['s3:GetObject', 's3:ListBucket']);
    for (const { Principal, Condition } of allowed) {
      expect(Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
      expect(JSON.stringify(Condition.StringEquals['AWS:SourceArn'])).toMatch(/Distribution/);
    }
    // Over TLS alone, both buckets.
    expect(statements.filter(({ Effect }) => Effect === 'Deny')).toHaveLength(2);
  });

  it('are read by requests that CloudFront signs', () => {
    stack.hasResourceProperties('AWS::CloudFront::OriginAccessControl', {
      OriginAccessControlConfig: {
        OriginAccessControlOriginType: 's3',
        SigningBehavior: 'always',
        SigningProtocol: 'sigv4',
      },
    });
    expect(distribution.Origins).toHaveLength(1);
    expect(distribution.Origins[0].OriginAccessControlId).toBeDefined();
  });

  it('are written by one function, which can put and nothing else', () => {
    const role = Object.values(stack.findResources('AWS::IAM::Policy')).flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement as Properties[],
    );
    const ofS3 = role.filter(({ Action }) => [Action].flat().join().includes('s3:'));
    expect(ofS3.map(({ Action }) => Action)).toEqual(['s3:PutObject']);
  });
});

describe('the address of the console', () => {
  it('answers over TLS alone, compressed, by HTTP/2 and 3, and tells who asked', () => {
    expect(distribution).toMatchObject({
      Enabled: true,
      HttpVersion: 'http2and3',
      DefaultCacheBehavior: { Compress: true, ViewerProtocolPolicy: 'redirect-to-https' },
    });
    expect(distribution.Logging.Bucket).toBeDefined();
    expect(distribution.Logging.IncludeCookies ?? false).toBe(false);
  });

  it('takes a name of the stage, with TLS 1.2 at least', () => {
    named.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: ['console.example.com'],
        ViewerCertificate: {
          AcmCertificateArn: Match.stringLikeRegexp('^arn:aws:acm:us-east-1:'),
          MinimumProtocolVersion: 'TLSv1.2_2021',
          SslSupportMethod: 'sni-only',
        },
      },
    });
    expect(JSON.stringify(named.findOutputs('ConsoleAddress'))).toContain(
      '"https://console.example.com"',
    );
  });

  it('keeps what each object says, and nothing that says nothing; no cookie or query reaches a cache', () => {
    const { CachePolicyConfig } = onlyOf(stack, 'AWS::CloudFront::CachePolicy');
    expect(CachePolicyConfig).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 31_536_000 });
    expect(CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin).toMatchObject({
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: { HeaderBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
    });
    // An error that became the page would hide that a file is missing.
    expect(distribution.CustomErrorResponses).toBeUndefined();
  });

  it('is among the addresses that people come back to, and the origins that may call the API', () => {
    const reference = '"OutputName":"PublishOutputFnGetAttdistributionDistribution';
    const { identity, api } = synthesised();
    const clients = Object.values(identity?.findResources('AWS::Cognito::UserPoolClient') ?? {});
    const [console] = clients.filter(({ Properties }) =>
      JSON.stringify(Properties.CallbackURLs ?? []).includes(reference),
    );
    expect(console?.Properties.LogoutURLs).toEqual(console?.Properties.CallbackURLs);
    expect(JSON.stringify(console?.Properties.CallbackURLs[0])).toMatch(/"https:\/\/".*"\/"/);
    const { CorsConfiguration } = onlyOf(api, 'AWS::ApiGatewayV2::Api');
    expect(JSON.stringify(CorsConfiguration.AllowOrigins)).toContain(reference);
    const own = synthesised(withEverything(readStage('dev')));
    expect(onlyOf(own.api, 'AWS::ApiGatewayV2::Api').CorsConfiguration.AllowOrigins).toContain(
      'https://console.example.com',
    );
  });
});

describe('the headers of the console', () => {
  const policyOf = ({ ResponseHeadersPolicyId: id }: Properties): Properties =>
    stack.findResources('AWS::CloudFront::ResponseHeadersPolicy')[id.Ref]?.Properties
      .ResponseHeadersPolicyConfig;
  const policy = policyOf(distribution.DefaultCacheBehavior);
  const security = policy.SecurityHeadersConfig;

  it('have the browser forget what it kept, on the one path that is asked for at a sign-out', () => {
    const [signedOut, ...others] = distribution.CacheBehaviors;
    expect([signedOut.PathPattern, others]).toEqual(['/signed-out', []]);
    const { PathPattern: _, ResponseHeadersPolicyId: __, ...behaviour } = signedOut;
    expect(distribution.DefaultCacheBehavior).toMatchObject(behaviour);
    const own = policyOf(signedOut);
    const { Items: items } = own.CustomHeadersConfig;
    const forgets = { Header: 'clear-site-data', Override: true, Value: '"cache"' };
    expect(items).toEqual([...policy.CustomHeadersConfig.Items, forgets]);
    expect(own.SecurityHeadersConfig).toEqual(security);
  });

  it('are those that the stack on one machine sends, and TLS for two years', () => {
    const custom = (policy.CustomHeadersConfig.Items as Properties[]).map(
      ({ Header, Value, Override }) => {
        expect(Override).toBe(true);
        return [Header, Value];
      },
    );
    expect({
      ...Object.fromEntries(custom),
      'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
      'x-frame-options': security.FrameOptions.FrameOption,
      'x-content-type-options': security.ContentTypeOptions.Override ? 'nosniff' : '',
    }).toEqual(SECURITY_HEADERS);
    expect(security.StrictTransportSecurity).toEqual({
      AccessControlMaxAgeSec: STRICT_TRANSPORT_SECONDS,
      IncludeSubdomains: true,
      Override: true,
    });
  });

  it('forbid everything to an error, and leave the policy of a page as the page has it', () => {
    expect(security.ContentSecurityPolicy).toEqual({
      ContentSecurityPolicy: FILE_POLICY,
      Override: false,
    });
  });
});

/** A function of the distribution, run as CloudFront runs it. */
function edgeFunction(event: 'viewer-request' | 'viewer-response') {
  const associations = distribution.DefaultCacheBehavior.FunctionAssociations as Properties[];
  const found = associations.find(({ EventType }) => EventType === event);
  const id = found?.FunctionARN['Fn::GetAtt'][0];
  const properties = stack.findResources('AWS::CloudFront::Function')[id]?.Properties;
  const { FunctionCode, FunctionConfig }: Properties = properties ?? {};
  expect(FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
  return (given: object): Properties =>
    runInNewContext(`${FunctionCode}; JSON.parse(JSON.stringify(handler(given)))`, { given });
}

describe('a request to the console', () => {
  const route = edgeFunction('viewer-request');
  const uriOf = (uri: string) => route({ request: { uri, method: 'GET' } }).uri;

  it('gets the page for every route of it, dots or not, and a file where it names one', () => {
    for (const page of ['/', '/t/main', '/t/main/currencies/USDC.e', '/assets']) {
      expect(uriOf(page), page).toBe('/index.html');
    }
    for (const file of ['/assets/index-4f2a.js', '/assets/missing.js', '/config.json']) {
      expect(uriOf(file)).toBe(file);
    }
  });
});

describe('an answer of the console', () => {
  const answered = edgeFunction('viewer-response');
  const metadata = `x-amz-meta-${PAGE_POLICY_METADATA}`;

  it('has the policy that stands with the page, and no trace of how it got there', () => {
    const own = "default-src 'none'; connect-src 'self' https://api.example";
    const { headers } = answered({
      response: { headers: { [metadata]: { value: own }, etag: { value: 'x' } } },
    });
    expect(headers).toEqual({ 'content-security-policy': { value: own }, etag: { value: 'x' } });
  });

  it('forbids everything where none stands with it', () => {
    const { headers } = answered({ response: { headers: {} } });
    expect(headers['content-security-policy'].value).toBe(FILE_POLICY);
  });
});

describe('the content of the console', () => {
  const contentOf = (configuration: StageConfiguration) =>
    onlyOf(stackOf('console-content', configuration), 'Custom::ConsoleContent');

  it('is written for the stage: its API, its people, its client', () => {
    const content = contentOf(configured());
    expect(content).toMatchObject({ stage: 'dev', ServiceTimeout: '600' });
    expect(JSON.stringify(content.apiUrl)).toMatch(/sluice-dev-api.*ApiEndpoint/);
    expect(JSON.stringify(content.issuer)).toMatch(/sluice-dev-identity.*ProviderURL/);
    expect(JSON.stringify(content.clientId)).toMatch(/sluice-dev-identity.*peopleconsole/);
    // Tokens are handed out where people sign in, which is no origin of the issuer.
    expect(JSON.stringify(content.issuerOrigins)).toMatch(/https:\/\/.*\.auth\..*amazoncognito/);
    expect(content.scope).toBeUndefined();
  });

  it('names an issuer of its own alike, with the client and the scopes that it wants', () => {
    const console = {
      clientId: 'the-console',
      scope: 'openid api://sluice/.default',
      issuerOrigins: ['https://tokens.example'],
    };
    expect(contentOf(configured({ identity: OIDC, console }))).toMatchObject({
      issuer: 'https://id.example/',
      ...console,
    });
  });
});

describe('a stage without a console', () => {
  it('has neither of its stacks, and names no address of it', () => {
    const { console: _, ...without } = configured();
    const { all, api } = synthesised(without);
    expect([...all.keys()].filter((name) => name.includes('console'))).toEqual([]);
    expect(onlyOf(api, 'AWS::ApiGatewayV2::Api').CorsConfiguration.AllowOrigins).toEqual([
      'http://localhost:4400',
    ]);
  });
});
