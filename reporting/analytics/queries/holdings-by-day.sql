-- What was held of a currency on each day (UTC), and what it was worth at the day's last snapshot.
-- Parameters: tenant, from, to, currency
-- The API's answer: GET /v1/reports/balances?currency&from&to&interval=day
SELECT day, currency, open, close, low, high, price, value, manual_rate, reporting_currency,
       first_tick, last_tick, snapshots
FROM (
  SELECT day, currency, price, value, manual_rate, reporting_currency,
         total AS close,
         tick AS last_tick,
         first_value(total) OVER (PARTITION BY day ORDER BY tick) AS open,
         first_value(tick) OVER (PARTITION BY day ORDER BY tick) AS first_tick,
         first_value(total) OVER (PARTITION BY day ORDER BY total_decimal NULLS LAST, tick) AS low,
         first_value(total) OVER (PARTITION BY day ORDER BY total_decimal DESC NULLS FIRST, tick) AS high,
         count(*) OVER (PARTITION BY day) AS snapshots,
         row_number() OVER (PARTITION BY day ORDER BY tick DESC) AS newest
  FROM snapshots
  WHERE tenant = ? AND day >= ? AND day < ? AND currency = ?
) AS ticks
WHERE newest = 1
ORDER BY day
