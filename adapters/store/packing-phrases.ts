/*
 * Text that packed instructions and lanes have in common: names of fields in the order in which they are written, and
 * Sluice's own sentences. What stands last is referred to with the fewest bits. Items are read with the very text that
 * they were packed with: it never changes. Other phrases are another packing.
 */

/** Of the first packing (`packed-fields.ts`). */
export const PHRASES_V1: Uint8Array = Buffer.from(
  [
    '"evidence":{"digest":"","points":[{"takenAt":"","balances":{"BTC":"","ETH":"","USDC":""},"message":"nothing moved"}],"omitted":0,"weighedUntil":"","afterQuarantine":true,"currencies":[{"currency":"","balanceBefore":"","balance":"","changeIfExecuted":"-","unexplainedIfExecuted":"0","unexplainedIfNot":"","earlierFlows":[],"explanations":[{"executed":true,"shownLate":[]}]}],"summary":"',
    '"settlement":{"by":"","at":"","executed":false,"withdrawalId":"","fill":{"base":"","quote":""},"comment":"","evidence":"","seal":{',
    '"concluded":{"outcome":"not-executed","amount":"","currency":"","at":"","by":["',
    '"sentPrice":"","priceOfLimits":{"price":"","currency":"USD","at":"',
    '"doubts":[{"kind":"contradicted","amount":"","until":""},{"kind":"rise","amount":"","until":"',
    '{"state":"rejected","at":"","status":400,"evidence":"answered 400 application/json: ","claim":{',
    '{"state":"unknown","at":"","cause":"connection-lost","evidence":"not-recorded timeout","tradeId":"","withdrawalIds":["',
    '{"state":"anomaly","at":"","cause":"other-amount","evidence":"',
    '{"state":"cancelled","at":"","reason":"below-threshold","explanation":"","checks":[{"limit":"per24Hours","passed":false,"value":"","bound":"',
    '{"state":"awaiting-approval","at":"","expiresAt":"","approvalsRequired":2,"approvals":[{"by":"","at":"","message":"waits for the approvals of 2 people until 2026-',
    'waits for an approval until ","message":"approved by ","message":"expired","message":"declined by ","message":"the service answered ',
    '"confirmation":{"kind":"trade","trade":{"id":"","state":"filled","fills":"[]","executed":{"base":"","quote":""},"fees":[{"currency":"","amount":""}]},"answer":"',
    '"details":{"address":"bc1q0x","memo":"","tag":"","iban":"","bic":"","bank":"","holder":""},"network":"ethereum","network":"bitcoin","label":"Cold storage","accountLabel":"',
    ',"split":{"part":1,"of":2,"total":"","parts":[{"part":1,"instructionId":"","withdrawalAccountId":"","amount":"',
    '"idempotencyKey":"","fingerprint":"","requestedBy":"","reference":"","metadata":{"comment":"',
    '"run":{"occurrence":"","left":{"1":{"amount":"","fee":"0"}},"claimedBefore":"',
    '"lastScheduled":"","usedBefore":"","backoffUntil":"","failures":1,',
    '"tradeDebit":{"amount":"","currency":"","at":"","outflowDebit":{"accountId":"","counterparty":"","amount":"","value":"","currency":"USD","at":"","outflowVersion":',
    'T00:00:00.000ZT01:00:00.000ZT02:00:00.000ZT03:00:00.000ZT04:00:00.000ZT05:00:00.000ZT06:00:00.000ZT07:00:00.000ZT08:00:00.000ZT09:00:00.000ZT10:00:00.000ZT11:00:00.000ZT12:00:00.000ZT13:00:00.000ZT14:00:00.000ZT15:00:00.000ZT16:00:00.000ZT17:00:00.000ZT18:00:00.000ZT19:00:00.000ZT20:00:00.000ZT21:00:00.000ZT22:00:00.000ZT23:00:00.000Z":"',
    '"open":{"sweep-":{"instructionId":"sweep-","ruleId":"","amount":"","accountId":"","people":0}},"open":{},',
    '"usage":{"":{"hours":{"2026-"},"days":{"2026-"},"failures":0,"lastOccurrence":"2026-","lastClaimedAt":"2026-"}},"accountUsage":{"":{"hours":{"2026-',
    '"recent":[{"instructionId":"sweep-","change":"-","at":"2026-"}],"concludedAt":"2026-","rearmedAt":"2026-',
    '"booking":{"reading":{"at":"2026-","total":"","available":""},"entries":[{"instructionId":"sweep-","amount":"","at":"2026-","debits":{"claimed":"","budget":{"ruleId":"","amount":"","at":"2026-"},"approval":{"accountId":"","amount":"","people":0,"at":"2026-"}}}],"entries":[],"credits":[{"at":"2026-","fall":"","amount":"","until":"2026-"}],"credits":[],"doubts":[]}',
    '"status":{"claim":{"instructionId":"sweep-","nonce":"","claimedAt":"2026-","sendBy":"2026-","quarantineUntil":"2026-","balanceBefore":"","outgoing":"","fee":"0","debit":{"ruleId":"","amount":"","at":"2026-"},"approvalDebit":{"accountId":"","amount":"","people":0,"at":"2026-"}}},"since":"2026-',
    '"status":{"state":"confirmed","confirmation":{"kind":"withdrawal","withdrawals":[{"id":"","network":"","currency":"","amount":"","withdrawalAccountId":"","createdAt":"2026-","processedAt":"2026-"}]},"evidence":"answered 200 application/json: [{\\"id\\":\\"\\",\\"network\\":\\"\\",\\"currency\\":\\"\\",\\"amount\\":\\"\\",\\"withdrawalAccount\\":{\\"id\\":\\"\\",\\"network\\":\\"\\",\\"currency\\":\\"\\"},\\"createdAt\\":\\"2026-\\"}]","at":"2026-',
    '"seal":{"number":1,"epoch":"","keyId":"arn:aws:kms:us-east-1:key/","mac":"',
    '"seal":{"format":2,"contentVersion":1,"epoch":"","sealedAt":"2026-","expiresAt":"2026-","authorisation":{"controls":{"version":1,"digest":"v1:"},"rule":{"version":1,"digest":"v1:"},"account":{"version":1,"digest":"v1:"},"calendars":{"approvalsRequired":0},"keyId":"","mac":"',
    '{"origin":{"ruleVersion":1,"snapshot":"2026-"},"content":{"amount":"","accountLabel":""},"destination":{"label":"","network":"","currency":"","details":{}},"createdAt":"2026-","value":{"amount":"","currency":"USD"},"status":{"state":"approved","at":"2026-","by":"rule "},',
    '"history":[{"at":"2026-","state":"proposed","message":"Withdraw  to \\"\\": all of the  above the kept , rounded down to a multiple of ;  stays."},{"at":"2026-","state":"approved","message":"approved by rule ","by":["rule "]},{"at":"2026-","state":"sending","message":"claimed; to be sent before 2026-"},{"at":"2026-","state":"confirmed","message":"confirmed"}]',
  ].join(''),
);
