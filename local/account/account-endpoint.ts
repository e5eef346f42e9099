import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccountAnswer, AccountRequest } from './account-request.ts';
import { answerBackup } from './answer-backup.ts';
import { answerSignIn } from './answer-sign-in.ts';
import { answerTrails } from './answer-trails.ts';
import type { LocalAccount } from './local-account.ts';

const TRAIL_TARGET = /^com\.amazonaws\.cloudtrail\.\w+\.\w+\.(\w+)$/;
const SIGN_IN_TARGET = /^AWSCognitoIdentityProviderService\.(\w+)$/;
const BACKUP_PATH = /^\/(?:backup|backup-jobs|backup-vaults|copy-jobs)(?:\/|$)/;
const SETTINGS_PATH = /^\/2016-08-19\/account-settings\/?$/;
const FORM = 'application/x-www-form-urlencoded';

/** True for a request to SNS, CloudTrail, AWS Backup, Cognito, or for Lambda's limits of the account. */
export function isAccountRequest({ headers }: IncomingMessage, path: string): boolean {
  const target = String(headers['x-amz-target'] ?? '');
  return (
    TRAIL_TARGET.test(target) ||
    SIGN_IN_TARGET.test(target) ||
    BACKUP_PATH.test(path) ||
    SETTINGS_PATH.test(path) ||
    String(headers['content-type'] ?? '').startsWith(FORM)
  );
}

/** As much of these services as verifying a deployment asks. */
export function serveAccount(
  account: LocalAccount,
  { headers, method = '', url = '/' }: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
): void {
  const { pathname: path, searchParams: query } = new URL(url, 'http://localhost');
  const request = { method, path, query, body: bytes.toString() };
  if (String(headers['content-type'] ?? '').startsWith(FORM)) {
    serveTopics(account, new URLSearchParams(request.body), response);
    return;
  }
  const answer = answerTo(account, String(headers['x-amz-target'] ?? ''), request);
  if (answer === null || typeof answer === 'string') {
    const type = answer ?? 'UnknownOperationException';
    response
      .writeHead(400, { 'content-type': 'application/json', 'x-amzn-errortype': type })
      .end(JSON.stringify({ __type: type, message: 'not served, or not there' }));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

function answerTo(account: LocalAccount, target: string, request: AccountRequest): AccountAnswer {
  const trails = TRAIL_TARGET.exec(target)?.[1];
  if (trails !== undefined) return answerTrails(account, trails, request);
  const signIn = SIGN_IN_TARGET.exec(target)?.[1];
  if (signIn !== undefined) return answerSignIn(account, signIn, request);
  if (BACKUP_PATH.test(request.path)) return answerBackup(account, request);
  return request.method === 'GET' ? accountSettings(account) : null;
}

/** Lambda's GetAccountSettings. */
function accountSettings({ concurrentExecutions, reservedExecutions }: LocalAccount): object {
  return {
    AccountLimit: {
      ConcurrentExecutions: concurrentExecutions,
      UnreservedConcurrentExecutions: Math.max(0, concurrentExecutions - reservedExecutions),
    },
  };
}

/** SNS's ListSubscriptionsByTopic, in one page. */
function serveTopics(account: LocalAccount, form: URLSearchParams, response: ServerResponse): void {
  const topicArn = form.get('TopicArn') ?? '';
  const subscriptions = account.subscriptions.get(topicArn);
  if (form.get('Action') !== 'ListSubscriptionsByTopic' || subscriptions === undefined) {
    const message = `${form.get('Action')} of ${topicArn} is not served locally`;
    response
      .writeHead(404, { 'content-type': 'text/xml' })
      .end(
        `<ErrorResponse><Error><Code>NotFound</Code><Message>${message}</Message></Error></ErrorResponse>`,
      );
    return;
  }
  const members = subscriptions.map(
    ({ endpoint, isConfirmed }, index) =>
      `<member><TopicArn>${topicArn}</TopicArn><Endpoint>${endpoint}</Endpoint><SubscriptionArn>${
        isConfirmed ? `${topicArn}:${index}` : 'PendingConfirmation'
      }</SubscriptionArn></member>`,
  );
  response
    .writeHead(200, { 'content-type': 'text/xml' })
    .end(
      `<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult><Subscriptions>${members.join('')}</Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`,
    );
}
