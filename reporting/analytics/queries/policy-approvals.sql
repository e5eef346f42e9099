-- What each person decided about changes of the policy, and how long the proposals waited: the least, the median, the most.
-- The median is the lower one of two in the middle.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/changes, by who decided
SELECT decided_by, kind, state, count(*) AS changes,
       min(seconds) AS least_seconds,
       min(CASE WHEN 2 * place >= many THEN seconds END) AS median_seconds,
       max(seconds) AS most_seconds
FROM (
  SELECT decided_by, kind, state, seconds_to_decision AS seconds,
         row_number() OVER (PARTITION BY decided_by, kind, state ORDER BY seconds_to_decision) AS place,
         count(*) OVER (PARTITION BY decided_by, kind, state) AS many
  FROM changes
  WHERE tenant = ? AND day >= ? AND day < ? AND decided_by IS NOT NULL
) AS decided_ones
GROUP BY decided_by, kind, state
ORDER BY decided_by, kind, state
