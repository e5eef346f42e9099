-- Every break: what it was, its class, who explained and closed it, and when.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/reports/breaks?from&to
SELECT tick, break_id, currency, direction, severity, amount, state, kind, class, matching_rule_id,
       explained_by, explained_at, explanation, closed_by, closed_at, opened_at, message
FROM breaks
WHERE tenant = ? AND day >= ? AND day < ?
ORDER BY tick, currency
