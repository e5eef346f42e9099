/**
 * What each route is called in the clients that are made from the document: a verb and what it is done to. A
 * caller's code holds these names, so that one which changes is a change of the contract. A test holds them
 * against the table of routes.
 */
export const OPERATION_IDS: Readonly<Record<string, string>> = {
  'GET /v1/openapi.json': 'getOpenApiDocument',

  'GET /v1/snapshots/latest': 'getLatestSnapshot',
  'GET /v1/snapshots': 'listSnapshots',
  'GET /v1/reports/balances': 'reportBalances',
  'GET /v1/reports/totals': 'reportTotals',
  'GET /v1/reports/flows': 'listFlows',
  'GET /v1/reports/breaks': 'listBreaks',
  'GET /v1/reports/statement': 'getStatement',
  'GET /v1/exports/{id}': 'getExport',
  'GET /v1/breaks/{id}': 'getBreak',
  'POST /v1/breaks/{id}/explain': 'explainBreak',
  'POST /v1/breaks/{id}/close': 'closeBreak',

  'GET /v1/prices': 'getPrices',
  'GET /v1/balances': 'getBalances',

  'GET /v1/audit': 'listAuditEntries',
  'GET /v1/audit/denials': 'listDenials',
  'GET /v1/audit/verification': 'verifyAudit',

  'GET /v1/sweep-rules': 'listSweepRules',
  'POST /v1/sweep-rules': 'createSweepRule',
  'GET /v1/sweep-rules/{id}': 'getSweepRule',
  'PUT /v1/sweep-rules/{id}': 'replaceSweepRule',
  'DELETE /v1/sweep-rules/{id}': 'deleteSweepRule',
  'GET /v1/sweep-rules/{id}/history': 'listSweepRuleVersions',
  'POST /v1/sweep-rules/preview': 'previewSweepRules',
  'POST /v1/sweep-rules/backtest': 'backtestSweepRules',

  'GET /v1/accounts': 'listAccounts',
  'POST /v1/accounts': 'createAccount',
  'GET /v1/accounts/{id}': 'getAccount',
  'PUT /v1/accounts/{id}': 'replaceAccount',
  'DELETE /v1/accounts/{id}': 'deleteAccount',
  'GET /v1/accounts/{id}/history': 'listAccountVersions',

  'GET /v1/controls': 'getControls',
  'PUT /v1/controls': 'replaceControls',
  'GET /v1/controls/history': 'listControlsVersions',
  'POST /v1/controls/halt': 'halt',
  'GET /v1/controls/halt': 'getHalt',
  'POST /v1/controls/resume': 'proposeResumption',

  'GET /v1/changes': 'listChanges',
  'GET /v1/changes/{id}': 'getChange',
  'POST /v1/changes/{id}/approve': 'approveChange',
  'POST /v1/changes/{id}/decline': 'declineChange',
  'POST /v1/changes/{id}/cancel': 'cancelChange',

  'GET /v1/lanes': 'listLanes',
  'GET /v1/lanes/rearm': 'getRearming',
  'POST /v1/lanes/rearm': 'rearmLanes',
  'GET /v1/lanes/{currency}/unbooked': 'getUnbooked',
  'POST /v1/lanes/{currency}/unbooked/conclude': 'concludeUnbooked',
  'GET /v1/decisions': 'listDecisions',

  'GET /v1/instructions': 'listInstructions',
  'GET /v1/instructions/{id}': 'getInstruction',
  'POST /v1/withdrawals': 'requestWithdrawal',
  'GET /v1/withdrawals': 'listWithdrawals',
  'GET /v1/withdrawals/{id}': 'getWithdrawal',
  'POST /v1/trades': 'placeTrade',
  'GET /v1/trades': 'listTrades',
  'GET /v1/trades/{id}': 'getTrade',
  ...decisionsAbout('withdrawals', 'Withdrawal'),
  ...decisionsAbout('trades', 'Trade'),
};

/** What people decide about one instruction, below each path that names one. */
function decisionsAbout(list: string, what: string): Readonly<Record<string, string>> {
  const path = `/v1/${list}/{id}`;
  return {
    [`POST ${path}/approve`]: `approve${what}`,
    [`POST ${path}/decline`]: `decline${what}`,
    [`POST ${path}/cancel`]: `cancel${what}`,
    [`POST ${path}/settle`]: `settle${what}`,
    [`POST ${path}/settle/retract`]: `retractSettlementOf${what}`,
  };
}
