-- What each person, rule or limit approved, and how long the requests waited for it.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/instructions?from&to, by who approved
SELECT approved_by, kind, origin, state, count(*) AS instructions,
       min(seconds_to_approval) AS least_seconds, max(seconds_to_approval) AS most_seconds
FROM instructions
WHERE tenant = ? AND day >= ? AND day < ? AND approved_by <> ''
GROUP BY approved_by, kind, origin, state
ORDER BY approved_by, kind, origin, state
