-- Why a rule did not sweep, tick by tick, in the sentence with the numbers.
-- Parameters: tenant, from, to, rule
-- The API's answer: GET /v1/decisions?rule&from&to, those of outcome "no-sweep"
SELECT tick, decided_at, rule_version, currency, reason, would_sweep, failed_limits, explanation
FROM decisions
WHERE tenant = ? AND day >= ? AND day < ? AND rule_id = ? AND outcome = 'no-sweep'
ORDER BY tick
