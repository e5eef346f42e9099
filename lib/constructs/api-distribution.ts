import { Aws } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ORIGIN_TIMEOUT } from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';
import { DeliveryLog } from './console-bucket.ts';

export interface ApiDistributionProps {
  readonly configuration: StageConfiguration;
  readonly api: HttpApi;
  /** The name of the API's stage, which is a part of its own address. */
  readonly stageName: string;
  /** The firewall's ARN, in CloudFront's region. */
  readonly firewall: string;
}

/** Passes requests on to the API as they are, behind a firewall: an HTTP API can have none of its own. It keeps nothing. */
export class ApiDistribution extends Construct {
  /** Without a slash at its end. */
  readonly address: string;

  constructor(scope: Construct, id: string, props: ApiDistributionProps) {
    super(scope, id);
    const { configuration, api, stageName, firewall } = props;
    const log = new DeliveryLog(this, 'Log', { configuration });
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Sluice (${configuration.stage}): the API, behind its firewall`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: firewall,
      logBucket: log.bucket as IBucket,
      defaultBehavior: {
        origin: new HttpOrigin(`${api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`, {
          originPath: `/${stageName}`,
          protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
          originSslProtocols: [OriginSslPolicy.TLS_V1_2],
          readTimeout: ORIGIN_TIMEOUT,
        }),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        // The token, the preconditions and the query. The host is the API's own: it answers by that name alone.
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        // A token that was sent in the clear is refused, not led on to where it is safe.
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
        // The API compresses by itself.
        compress: false,
      },
    });
    accepted(
      distribution,
      'People and programs call the API from wherever they are; it asks each for a token.',
      ['AwsSolutions-CFR1'],
    );
    accepted(
      distribution,
      'The certificate of CloudFront’s own name allows older protocols, which cannot be changed.',
      ['AwsSolutions-CFR4'],
    );
    this.address = `https://${distribution.distributionDomainName}`;
  }
}
