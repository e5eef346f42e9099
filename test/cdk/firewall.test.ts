import { readFileSync } from 'node:fs';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { firewallUsd } from '../../bench/cost/bill.ts';
import { inventoryOf } from '../../bench/cost/inventory.ts';
import { checkStage, readStage, StageConfigurationError } from '../../lib/stages/read-stage.ts';
import { assemblyOnce } from './assembly-once.ts';
import { configured, type Properties, synthesised } from './synthesised.ts';

const LIMIT = 5_000;
const behind = configured({
  region: 'eu-central-1',
  webFirewall: { requestsPerAddressPer5Minutes: LIMIT },
});
const { all, api } = synthesised(behind);
const firewall = all.get('sluice-dev-firewall-eu-central-1') ?? Template.fromJSON({});

function onlyOf(template: Template, type: string): Properties {
  const [found, ...others] = Object.values(template.findResources(type));
  expect(others).toEqual([]);
  return found?.Properties ?? {};
}

const { DistributionConfig: distribution } = onlyOf(api, 'AWS::CloudFront::Distribution');

describe('the firewall of a stage', () => {
  it('stands where CloudFront takes it from, whatever the region of the stage', () => {
    const { stacks } = assemblyOnce(behind);
    const regions = new Map(
      stacks.map(({ stackName, environment }) => [stackName, environment.region]),
    );
    expect(regions.get('sluice-dev-firewall-eu-central-1')).toBe('us-east-1');
    expect(regions.get('sluice-dev-api')).toBe('eu-central-1');
    expect(distribution.WebACLId).toEqual({
      'Fn::GetStackOutput': {
        StackName: 'sluice-dev-firewall-eu-central-1',
        Region: 'us-east-1',
        OutputName: expect.any(String),
      },
    });
  });

  it('blocks an address beyond the setting, and lets everything else pass', () => {
    const { Description, Scope, DefaultAction, Rules } = onlyOf(firewall, 'AWS::WAFv2::WebACL');
    // The pattern of CloudFormation's schema, which this synthesis does not check.
    expect(Description).toMatch(/^[\w=:#@/\-,.][\w+=:#@/\-,.\s]+[\w+=:#@/\-,.]{1,256}$/);
    expect([Scope, DefaultAction]).toEqual(['CLOUDFRONT', { Allow: {} }]);
    expect(Rules).toHaveLength(1);
    expect(Rules[0]).toMatchObject({
      Statement: {
        RateBasedStatement: { AggregateKeyType: 'IP', Limit: LIMIT, EvaluationWindowSec: 300 },
      },
      Action: {
        Block: {
          CustomResponse: {
            ResponseCode: 429,
            ResponseHeaders: [{ Name: 'retry-after', Value: '300' }],
          },
        },
      },
    });
  });

  it('keeps no sample of a request: its headers hold a token', () => {
    const { VisibilityConfig, Rules } = onlyOf(firewall, 'AWS::WAFv2::WebACL');
    const seen = [VisibilityConfig, ...Rules.map((rule: Properties) => rule.VisibilityConfig)];
    expect(seen.map(({ SampledRequestsEnabled }) => SampledRequestsEnabled)).toEqual([
      false,
      false,
    ]);
  });
});

describe('an API behind it', () => {
  it('is passed every request as it is, over TLS alone, and nothing of an answer is kept', () => {
    expect(distribution.DefaultCacheBehavior).toMatchObject({
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']),
      // The managed policies CachingDisabled and AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    });
    expect(distribution.Origins[0].CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
  });

  it('has no stage that answers at its own address without the name that CloudFront alone adds', () => {
    const name = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
    expect(onlyOf(api, 'AWS::ApiGatewayV2::Stage').StageName).toEqual(name);
    expect(distribution.Origins[0].OriginPath).toEqual({ 'Fn::Join': ['', ['/', name]] });
    const outputs = JSON.stringify(api.toJSON().Outputs);
    expect(outputs).not.toContain('StackId');
    expect(outputs).not.toContain('ApiEndpoint');
  });

  it('is called at the address of the distribution, by programs and by the console', () => {
    const [id] = Object.keys(api.findResources('AWS::CloudFront::Distribution'));
    const address = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [id, 'DomainName'] }]] };
    expect(api.toJSON().Outputs.ApiAddress.Value).toEqual(address);
    const content = all.get('sluice-dev-console-content') ?? Template.fromJSON({});
    content.hasResourceProperties('Custom::ConsoleContent', {
      apiUrl: { 'Fn::Join': ['', Match.arrayWith(['https://'])] },
    });
    expect(JSON.stringify(content.toJSON())).not.toContain('ApiEndpoint');
  });
});

describe('a stage without it', () => {
  it('has no such stack, and its API is called at its own address', () => {
    const plain = synthesised();
    expect([...plain.all.keys()]).not.toContain('sluice-dev-firewall-eu-central-1');
    expect(plain.api.findResources('AWS::CloudFront::Distribution')).toEqual({});
    expect(onlyOf(plain.api, 'AWS::ApiGatewayV2::Stage').StageName).toBe('$default');
  });

  it('pays nothing for it; with it, six dollars a month and 1.60 for a million requests, as the pages say', () => {
    for (const page of ['docs/cost.md', 'docs/deploying.md']) {
      expect(readFileSync(page, 'utf8')).toMatch(
        /USD 6(\.00)? a month[^.]*\.?\d* ?.*1\.60 for (each|a) million/,
      );
    }
    expect(inventoryOf(1, 5).firewalls).toBe(0);
    expect(firewallUsd(0)).toBeCloseTo(6, 9);
    expect(firewallUsd(1_000_000)).toBeCloseTo(7.6, 9);
  });
});

describe('a stage that asks for it', () => {
  const refusalOf = (change: object): string => {
    const { stage: _, ...file } = readStage('dev');
    try {
      checkStage('dev', { ...file, ...change }, 'dev.json');
    } catch (error) {
      if (error instanceof StageConfigurationError) return error.message;
      throw error;
    }
    return 'accepted';
  };

  it('names its region, which is another one than that of the firewall', () => {
    const webFirewall = { requestsPerAddressPer5Minutes: LIMIT };
    expect(refusalOf({ webFirewall })).toBe(
      'dev.json: region: seen nothing; accepted: the region of the stage, such as "eu-central-1": its firewall stands in us-east-1, and names it',
    );
    expect(refusalOf({ webFirewall, region: 'eu-central-1' })).toBe('accepted');
  });

  it.each([10, 1_000_001, 1.5, '5000'])('is refused %j requests of an address', (requests) => {
    const webFirewall = { requestsPerAddressPer5Minutes: requests };
    expect(refusalOf({ webFirewall, region: 'eu-central-1' })).toContain(
      'accepted: a whole number from 1000 to 1000000',
    );
  });
});
