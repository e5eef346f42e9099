-- Every withdrawal and trade: who asked, who approved, what became of it, and when each happened.
-- Parameters: tenant, from, to
-- The API's answer: GET /v1/instructions?from&to
SELECT created_at, instruction_id, kind, origin, rule_id, requested_by, currency, instrument, amount, value,
       value_currency, withdrawal_account_id, account_label, state, state_at, approved_by, approvals,
       approved_at, sent_at, confirmed_at, seconds_to_approval, seconds_to_confirmation, service_ids, reference
FROM instructions
WHERE tenant = ? AND day >= ? AND day < ?
ORDER BY created_at, instruction_id
