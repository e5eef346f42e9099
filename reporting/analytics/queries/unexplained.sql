-- Unexplained breaks: those without a price first, then the largest in value.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/reports/flows?from&to, where `unexplained` is not zero, without breaks that have a name
SELECT currency, tick, since_tick, amount, value, reporting_currency, opening, closing, break_id
FROM flows
WHERE tenant = ? AND day >= ? AND day < ? AND kind = 'unexplained'
ORDER BY abs(value_decimal) DESC NULLS FIRST, currency, tick
