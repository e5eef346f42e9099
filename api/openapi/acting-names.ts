import type { OperationName } from './operation-name.ts';

/** The names of routes that act, and of those that belong to an act: see `OPERATION_NAMES`. */
export const ACTING_NAMES = {
  'POST /v1/withdrawals': {
    operationId: 'requestWithdrawal',
    summary: 'Request a withdrawal by hand; another person approves it',
  },
  'POST /v1/withdrawals/check': {
    operationId: 'checkWithdrawal',
    summary: 'What a request of a withdrawal would be told now; writes nothing',
  },
  'POST /v1/withdrawals/{id}/approve': {
    operationId: 'approveWithdrawal',
    summary: 'Approve what was not sent yet, as it was seen',
  },
  'POST /v1/withdrawals/{id}/decline': {
    operationId: 'declineWithdrawal',
    summary: 'Decline what waits for an approval',
  },
  'POST /v1/withdrawals/{id}/cancel': {
    operationId: 'cancelWithdrawal',
    summary: 'Cancel what was not sent yet',
  },
  'POST /v1/trades/{id}/approve': {
    operationId: 'approveTrade',
    summary: 'Approve what was not sent yet, as it was seen',
  },
  'POST /v1/trades/{id}/decline': {
    operationId: 'declineTrade',
    summary: 'Decline what waits for an approval',
  },
  'POST /v1/trades/{id}/cancel': {
    operationId: 'cancelTrade',
    summary: 'Cancel what was not sent yet',
  },
  'POST /v1/trades': { operationId: 'placeTrade', summary: 'Place one guarded trade' },
  'POST /v1/trades/check': {
    operationId: 'checkTrade',
    summary: 'What a trade would be told on the latest snapshot; writes nothing',
  },
  'POST /v1/withdrawals/{id}/settle': {
    operationId: 'settleWithdrawal',
    summary: 'Say what became of a request whose outcome is not known',
  },
  'POST /v1/withdrawals/{id}/settle/retract': {
    operationId: 'retractSettlementOfWithdrawal',
    summary: 'Take back your settlement until another person agrees',
  },
  'POST /v1/trades/{id}/settle': {
    operationId: 'settleTrade',
    summary: 'Say what became of a request whose outcome is not known',
  },
  'POST /v1/trades/{id}/settle/retract': {
    operationId: 'retractSettlementOfTrade',
    summary: 'Take back your settlement until another person agrees',
  },
  'GET /v1/lanes/{currency}/unbooked': {
    operationId: 'getUnbooked',
    summary: 'What was confirmed and no balance of a currency shows, and who has said what',
  },
  'POST /v1/lanes/{currency}/unbooked/conclude': {
    operationId: 'concludeUnbooked',
    summary: 'Conclude everything unbooked in a currency: two people say so',
  },
  'POST /v1/controls/halt': {
    operationId: 'halt',
    summary: 'Stop everything, or one currency, at once',
  },
  'POST /v1/sweep-rules': { operationId: 'createSweepRule', summary: 'Propose a new sweep rule' },
  'PUT /v1/sweep-rules/{id}': {
    operationId: 'replaceSweepRule',
    summary: 'Replace a rule: at once where it narrows',
  },
  'DELETE /v1/sweep-rules/{id}': {
    operationId: 'deleteSweepRule',
    summary: 'Delete a rule; its history stays',
  },
  'POST /v1/webhooks': { operationId: 'createWebhook', summary: 'Propose a webhook' },
  'PUT /v1/webhooks/{id}': {
    operationId: 'replaceWebhook',
    summary: 'Replace a webhook: at once where it narrows',
  },
  'DELETE /v1/webhooks/{id}': {
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook: nothing is sent to it any more',
  },
  'POST /v1/accounts': { operationId: 'createAccount', summary: 'Propose a withdrawal account' },
  'PUT /v1/accounts/{id}': {
    operationId: 'replaceAccount',
    summary: 'Replace an account: at once where it narrows',
  },
  'DELETE /v1/accounts/{id}': {
    operationId: 'deleteAccount',
    summary: 'Close an account for ever',
  },
  'POST /v1/manual-rates': {
    operationId: 'createManualRate',
    summary: 'Propose a rate for what has no price',
  },
  'PUT /v1/manual-rates/{id}': {
    operationId: 'replaceManualRate',
    summary: 'Propose a change of a manual rate',
  },
  'DELETE /v1/manual-rates/{id}': {
    operationId: 'deleteManualRate',
    summary: 'Delete a manual rate; its history stays',
  },
  'POST /v1/calendars': {
    operationId: 'createCalendar',
    summary: 'Propose a new calendar',
  },
  'PUT /v1/calendars/{id}': {
    operationId: 'replaceCalendar',
    summary: 'Replace a calendar: at once where it narrows',
  },
  'DELETE /v1/calendars/{id}': {
    operationId: 'deleteCalendar',
    summary: 'Delete a calendar that no rule names; its history stays',
  },
  'POST /v1/matching-rules': {
    operationId: 'createMatchingRule',
    summary: 'Propose a new matching rule',
  },
  'PUT /v1/matching-rules/{id}': {
    operationId: 'replaceMatchingRule',
    summary: 'Replace a matching rule: at once where it narrows',
  },
  'DELETE /v1/matching-rules/{id}': {
    operationId: 'deleteMatchingRule',
    summary: 'Delete a matching rule; its history stays',
  },
  'PUT /v1/controls': {
    operationId: 'replaceControls',
    summary: 'Replace the controls: at once where it narrows',
  },
  'POST /v1/controls/resume': {
    operationId: 'proposeResumption',
    summary: 'Propose to go on, or to go live',
  },
  'POST /v1/controls/raise-format': {
    operationId: 'raiseFormat',
    summary: "Raise the ledger's format: earlier versions of Sluice send nothing from then on",
  },
  'POST /v1/changes/{id}/approve': {
    operationId: 'approveChange',
    summary: "Approve another person's change",
  },
  'POST /v1/changes/{id}/decline': {
    operationId: 'declineChange',
    summary: "Decline another person's change",
  },
  'POST /v1/changes/{id}/cancel': {
    operationId: 'cancelChange',
    summary: "Take one's own change back",
  },
  'GET /v1/lanes/rearm': {
    operationId: 'getRearming',
    summary: 'What of a restored ledger can be armed, what cannot yet, and who has said so',
  },
  'POST /v1/lanes/rearm': {
    operationId: 'rearmLanes',
    summary: 'Arm a restored ledger: two people say so',
  },
  'POST /v1/sweep-rules/preview': {
    operationId: 'previewSweepRules',
    summary: 'What a draft of sweep rules would do with the balances of this moment',
  },
  'POST /v1/sweep-rules/backtest': {
    operationId: 'backtestSweepRules',
    summary: 'What a draft of sweep rules would have done over stored snapshots',
  },
  'POST /v1/matching-rules/backtest': {
    operationId: 'backtestMatchingRules',
    summary: 'Which recorded differences a draft of matching rules would have explained',
  },
  'POST /v1/breaks/select': {
    operationId: 'selectBreaks',
    summary:
      'A set of breaks, by filter or ids, with the ETag that a decision about all of them names',
  },
  'POST /v1/breaks/explain': {
    operationId: 'explainBreaks',
    summary: 'Explain every break of a set; the answer says what became of each',
  },
  'POST /v1/breaks/close': {
    operationId: 'closeBreaks',
    summary: 'Close every break of a set; the answer says what became of each',
  },
  'POST /v1/breaks/{id}/explain': {
    operationId: 'explainBreak',
    summary: 'Say what a difference was',
  },
  'POST /v1/breaks/{id}/close': {
    operationId: 'closeBreak',
    summary: 'Close a difference that has a name; an outflow takes two people',
  },
  'GET /v1/exports': {
    operationId: 'listExports',
    summary: 'Files that the caller had written in the background, newest first',
  },
  'GET /v1/exports/{id}': {
    operationId: 'getExport',
    summary: 'A report that is written as a file: how far it is, or where to get it',
  },
} as const satisfies Readonly<Record<string, OperationName>>;
