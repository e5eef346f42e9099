-- What everything was worth on each day (UTC), in the reporting currency.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/reports/totals?from&to&interval=day
SELECT day, open, close, low, high, reporting_currency, first_tick, last_tick, snapshots
FROM (
  SELECT day, reporting_currency,
         total_value AS close,
         tick AS last_tick,
         first_value(total_value) OVER (PARTITION BY day ORDER BY tick) AS open,
         first_value(tick) OVER (PARTITION BY day ORDER BY tick) AS first_tick,
         first_value(total_value) OVER (PARTITION BY day ORDER BY total_value_decimal NULLS LAST, tick) AS low,
         first_value(total_value) OVER (PARTITION BY day ORDER BY total_value_decimal DESC NULLS FIRST, tick) AS high,
         count(*) OVER (PARTITION BY day) AS snapshots,
         row_number() OVER (PARTITION BY day ORDER BY tick DESC) AS newest
  FROM (
    -- The total stands on the row of each currency: once per tick is enough.
    SELECT DISTINCT day, tick, total_value, total_value_decimal, reporting_currency
    FROM snapshots
    WHERE tenant = ? AND day >= ? AND day < ? AND total_value IS NOT NULL
  ) AS totals
) AS ticks
WHERE newest = 1
ORDER BY day
