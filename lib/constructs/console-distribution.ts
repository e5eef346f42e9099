import { Aws, Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  type HeadersFrameOption,
  type HeadersReferrerPolicy,
  HttpVersion,
  Function as PageFunction,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import {
  FILE_PATH,
  PAGE,
  PAGE_POLICY_METADATA,
  SIGNED_OUT_PATH,
} from '../../runtime/console/console-files.ts';
import {
  FILE_POLICY,
  SECURITY_HEADERS,
  SIGNED_OUT_HEADERS,
  STRICT_TRANSPORT_SECONDS,
} from '../../runtime/console/page-headers.ts';
import { CONSOLE_CACHED } from '../limits.ts';
import type { ConsoleSettings } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';

export interface ConsoleDistributionProps {
  readonly files: IBucket;
  readonly log: IBucket;
  readonly settings: ConsoleSettings;
  /** In a sentence, for the list of distributions. */
  readonly comment: string;
  /** CloudFront's names are the account's, over all regions. */
  readonly stage: string;
}

/** Serves the console's files over TLS, and nothing else of the bucket's account. */
export class ConsoleDistribution extends Construct {
  readonly distribution: Distribution;
  /** Without a slash at its end. */
  readonly address: string;

  constructor(scope: Construct, id: string, props: ConsoleDistributionProps) {
    super(scope, id);
    const { files, log, settings, comment, stage } = props;
    const name = `sluice-${stage}-${Aws.REGION}-console`;
    const behavior = this.#behavior(files, name);
    this.distribution = new Distribution(this, 'Distribution', {
      comment,
      defaultRootObject: PAGE,
      httpVersion: HttpVersion.HTTP2_AND_3,
      logBucket: log,
      ...this.#named(settings),
      defaultBehavior: behavior,
      additionalBehaviors: {
        [SIGNED_OUT_PATH]: {
          ...behavior,
          responseHeadersPolicy: this.#headers('SignedOut', `${name}-signed-out`, {
            ...SECURITY_HEADERS,
            ...SIGNED_OUT_HEADERS,
          }),
        },
      },
    });
    this.address = `https://${settings.domainName ?? this.distribution.domainName}`;
    this.#acceptFindings(settings);
  }

  #behavior(files: IBucket, name: string): BehaviorOptions {
    return {
      // With the right to list, a missing file is 404; without, S3 would deny it.
      origin: S3BucketOrigin.withOriginAccessControl(files, {
        originAccessControl: new S3OriginAccessControl(this, 'Access', {
          originAccessControlName: name,
        }),
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
      cachePolicy: this.#caching(),
      responseHeadersPolicy: this.#headers('Headers', name, SECURITY_HEADERS),
      functionAssociations: [
        { eventType: FunctionEventType.VIEWER_REQUEST, function: this.#route() },
        { eventType: FunctionEventType.VIEWER_RESPONSE, function: this.#policy() },
      ],
    };
  }

  #named({ domainName, certificateArn }: ConsoleSettings) {
    if (domainName === undefined || certificateArn === undefined) return {};
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const minimumProtocolVersion = SecurityPolicyProtocol.TLS_V1_2_2021;
    return { domainNames: [domainName], certificate, minimumProtocolVersion };
  }

  /** As long as each object says: not at all for the page and the settings, for ever for what has a digest in its name. */
  #caching(): CachePolicy {
    return new CachePolicy(this, 'Caching', {
      comment: 'What the objects say',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: CONSOLE_CACHED,
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }

  #headers(
    id: string,
    responseHeadersPolicyName: string,
    headers: Readonly<Record<string, string>>,
  ): ResponseHeadersPolicy {
    const {
      'referrer-policy': referrerPolicy,
      'x-content-type-options': nosniff,
      'x-frame-options': frameOption,
      ...others
    } = headers;
    if (nosniff === undefined) throw new Error('every answer says nosniff');
    return new ResponseHeadersPolicy(this, id, {
      responseHeadersPolicyName,
      comment: 'Headers of every answer, errors included',
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: frameOption as HeadersFrameOption, override: true },
        referrerPolicy: { referrerPolicy: referrerPolicy as HeadersReferrerPolicy, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(STRICT_TRANSPORT_SECONDS),
          includeSubdomains: true,
          override: true,
        },
        // For errors, which no function sees; the policy of a page stands as it is.
        contentSecurityPolicy: { contentSecurityPolicy: FILE_POLICY, override: false },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(others).map(([header, value]) => ({
          header,
          value,
          override: true,
        })),
      },
    });
  }

  /** The page for every route of the console; a path that names a file stays as it is. */
  #route(): PageFunction {
    return this.#function(
      'Route',
      'The page for every route',
      `var FILE_PATH = ${FILE_PATH};
function handler(event) {
  var request = event.request;
  if (!FILE_PATH.test(request.uri)) request.uri = '/${PAGE}';
  return request;
}`,
    );
  }

  /** The page's own policy, which stands with its object; every other file has the one that lets it do nothing. */
  #policy(): PageFunction {
    const metadata = `x-amz-meta-${PAGE_POLICY_METADATA}`;
    return this.#function(
      'Policy',
      'The Content-Security-Policy of the page',
      `function handler(event) {
  var headers = event.response.headers;
  var own = headers['${metadata}'];
  headers['content-security-policy'] = { value: own ? own.value : ${JSON.stringify(FILE_POLICY)} };
  delete headers['${metadata}'];
  return event.response;
}`,
    );
  }

  #function(id: string, comment: string, code: string): PageFunction {
    return new PageFunction(this, id, {
      comment,
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(code),
    });
  }

  #acceptFindings({ domainName }: ConsoleSettings): void {
    accepted(
      this.distribution,
      'People sign in from wherever they travel; what they see comes from the API, which asks for a token each time.',
      ['AwsSolutions-CFR1'],
    );
    accepted(
      this.distribution,
      'No request lists the bucket: a path without a file is the page, and no query reaches the bucket.',
      ['@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk'],
    );
    accepted(
      this.distribution,
      'It serves public files by name, takes no input and reaches no program: a firewall would have nothing to inspect.',
      ['AwsSolutions-CFR2'],
    );
    if (domainName !== undefined) return;
    accepted(
      this.distribution,
      'The certificate of CloudFront’s own name allows older protocols, which cannot be changed; a name of the stage’s own has TLS 1.2 at least.',
      ['AwsSolutions-CFR4'],
    );
  }
}
