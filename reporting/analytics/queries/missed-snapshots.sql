-- Ticks whose balances could not be read, and why.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/snapshots?from&to, those of kind "missed"
SELECT day, tick, taken_at AS missed_at, missed_because
FROM snapshots
WHERE tenant = ? AND day >= ? AND day < ? AND kind = 'missed'
ORDER BY tick
