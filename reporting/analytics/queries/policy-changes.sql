-- Every change of the policy that two people decide: who proposed it, who decided it, what became of it, and when.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/changes
SELECT proposed_at, change_id, kind, subject, base_version, proposed_by, comment, ends_halt, state, expires_at,
       decided_by, decided_at, decision_comment, seconds_to_decision
FROM changes
WHERE tenant = ? AND day >= ? AND day < ?
ORDER BY proposed_at, change_id
