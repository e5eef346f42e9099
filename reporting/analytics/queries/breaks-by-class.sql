-- What the differences were, by class and kind, and how many are still open.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/reports/breaks?from&to, added up
SELECT currency, state, kind, class,
       count(*) AS breaks,
       sum(amount_decimal) AS amount,
       min(tick) AS first_tick, max(tick) AS last_tick
FROM breaks
WHERE tenant = ? AND day >= ? AND day < ?
GROUP BY currency, state, kind, class
ORDER BY currency, state, kind, class
