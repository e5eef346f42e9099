-- Breaks that have no explanation: those without a value first, then the largest in value.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/reports/flows?from&to, those whose difference is an open break
SELECT currency, tick, since_tick, amount, value, manual_rate, reporting_currency, opening, closing, break_id
FROM flows
WHERE tenant = ? AND day >= ? AND day < ? AND kind = 'unexplained' AND break_state = 'open'
ORDER BY abs(value_decimal) DESC NULLS FIRST, currency, tick
