-- What came in and went out, by currency and kind, and what it was worth at the prices of its own time, or at manual rates.
-- Amounts and values are sums of decimals; `rounded_rows` says how many of them were not exact.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/reports/flows?from&to, added up
SELECT currency, kind, reporting_currency,
       count(*) AS movements,
       sum(amount_decimal) AS amount,
       sum(value_decimal) AS value,
       count(CASE WHEN rounded THEN 1 END) AS rounded_rows
FROM flows
WHERE tenant = ? AND day >= ? AND day < ?
GROUP BY currency, kind, reporting_currency
ORDER BY currency, kind, reporting_currency
