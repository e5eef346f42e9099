-- How often each rule swept, or did not, and for which reason.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/decisions?from&to, counted
SELECT rule_id, currency, outcome, reason,
       count(*) AS decisions, min(tick) AS first_tick, max(tick) AS last_tick,
       sum(amount_decimal) AS amount
FROM decisions
WHERE tenant = ? AND day >= ? AND day < ?
GROUP BY rule_id, currency, outcome, reason
ORDER BY rule_id, outcome, reason
