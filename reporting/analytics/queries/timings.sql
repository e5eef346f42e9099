-- Seconds from the decision to the confirmation of each kind of instruction: the least, the median, the most.
-- The median is the lower one of two in the middle.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/reports/withdrawals and /v1/reports/trades, `secondsToConfirmation`
SELECT kind, origin, count(*) AS confirmed,
       min(seconds) AS least,
       min(CASE WHEN 2 * place >= many THEN seconds END) AS median,
       max(seconds) AS most
FROM (
  SELECT kind, origin, seconds_to_confirmation AS seconds,
         row_number() OVER (PARTITION BY kind, origin ORDER BY seconds_to_confirmation) AS place,
         count(*) OVER (PARTITION BY kind, origin) AS many
  FROM instructions
  WHERE tenant = ? AND day >= ? AND day < ? AND seconds_to_confirmation IS NOT NULL
) AS confirmed_ones
GROUP BY kind, origin
ORDER BY kind, origin
