/*
 * What helps with a problem is a page of the documentation, and names routes. At a terminal the same step is a command, so each
 * route that has one is said as that. Routes that the trading service has as well stay what they are.
 */

const ID = '([^\\s/`?]+)';

const COMMANDS: readonly (readonly [route: RegExp, command: string])[] = (
  [
    [`POST /v1/(?:withdrawals|trades)/${ID}/settle(?![/\\w])`, 'sluice settle $1'],
    [`POST /v1/(?:withdrawals|trades|changes)/${ID}/(approve|decline)`, 'sluice $2 $1'],
    [`GET /v1/breaks/${ID}`, 'sluice breaks show $1'],
    [`POST /v1/breaks/${ID}/(explain|close)`, 'sluice breaks $2 $1'],
    ['(?:GET|POST) /v1/lanes/rearm', 'sluice lanes rearm'],
    ['GET /v1/lanes(?![/\\w])', 'sluice lanes'],
    ['POST /v1/controls/(halt|resume)', 'sluice $1'],
    ['POST /v1/controls/raise-format', 'sluice format raise'],
    ['GET /v1/(?:controls/halt|overview)', 'sluice status'],
    ['GET /v1/inbox', 'sluice inbox'],
    ['GET /v1/forecast', 'sluice forecast'],
    ['GET /v1/audit/verification', 'sluice audit verify'],
    ['GET /v1/events', 'sluice events tail'],
  ] as const
).map(([route, command]) => [new RegExp(route, 'g'), command]);

/** A text of the documentation in the words of this program. */
export function inCommands(text: string): string {
  return COMMANDS.reduce((said, [route, command]) => said.replaceAll(route, command), text);
}
