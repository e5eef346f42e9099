import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { accepted } from '../constructs/accepted-finding.ts';
import { FIREWALL_WINDOW } from '../limits.ts';
import type { Stage } from '../stages/stage-configuration.ts';
import type { WebFirewallSettings } from '../stages/web-firewall-configuration.ts';

/** CloudFront takes firewalls of this region alone, wherever what it stands in front of is. */
export const FIREWALL_REGION = 'us-east-1';

/** What a blocked address is told, as the API tells it to whoever asks too often. */
const TOO_MANY_REQUESTS = 429;

export interface FirewallStackProps extends StackProps {
  readonly stage: Stage;
  /** The region of the stage: names here are those of the account, over all regions. */
  readonly region: string;
  readonly settings: WebFirewallSettings;
}

/** The firewall in front of the API: it counts the requests of each address, before anything of the API sees them. */
export class FirewallStack extends Stack {
  readonly arn: string;

  constructor(
    scope: Construct,
    id: string,
    { stage, region, settings, ...rest }: FirewallStackProps,
  ) {
    super(scope, id, { ...rest, env: { ...rest.env, region: FIREWALL_REGION } });
    // Samples hold the headers of requests, and so tokens: none are taken. The counts are enough to see what is blocked.
    const seen = { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
    const name = `sluice-${stage}-${region}`;
    const firewall = new CfnWebACL(this, 'Firewall', {
      name,
      // WAF takes no brackets in it.
      description: `Sluice, ${stage}: requests of each address`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: { ...seen, metricName: name },
      rules: [
        {
          name: 'by-address',
          priority: 0,
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: settings.requestsPerAddressPer5Minutes,
              evaluationWindowSec: FIREWALL_WINDOW.toSeconds(),
            },
          },
          action: {
            block: {
              customResponse: {
                responseCode: TOO_MANY_REQUESTS,
                responseHeaders: [
                  { name: 'retry-after', value: String(FIREWALL_WINDOW.toSeconds()) },
                ],
              },
            },
          },
          visibilityConfig: { ...seen, metricName: `${name}-by-address` },
        },
      ],
    });
    accepted(
      firewall,
      'Its log would hold each request with its headers, tokens among them; CloudFront’s log has who asked, and the metrics how much was blocked.',
      ['NIST.800.53.R5-WAFv2LoggingEnabled'],
    );
    this.arn = firewall.attrArn;
  }
}
