-- What was held at a moment (UTC), by the last snapshot whose balances had been read by then.
-- `from` and `to` bound the days that are looked at: the moment's own, and the one before it.
-- Parameters: tenant, from, to, at
-- The API's answer: GET /v1/snapshots?at
SELECT currency, total, available, price, price_path, value, manual_rate, reporting_currency, tick, taken_at
FROM (
  SELECT currency, total, available, price, price_path, value, manual_rate, reporting_currency, tick, taken_at,
         rank() OVER (ORDER BY tick DESC) AS newest
  FROM snapshots
  WHERE tenant = ? AND day >= ? AND day < ? AND kind = 'taken' AND taken_at <= CAST(? AS timestamp)
) AS ticks
WHERE newest = 1
ORDER BY currency
