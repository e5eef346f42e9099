/** The first entry of every encryption context of a webhook's secret: roles may use the key for this alone. */
export const SECRET_PURPOSE = 'sluice/webhook-secret';
