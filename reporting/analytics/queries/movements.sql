-- Every movement of a currency: what, how much, by which instruction, under which reference, who asked and who approved.
-- Parameters: tenant, from, to, currency
-- The API's answer: GET /v1/reports/flows?from&to&currency
SELECT tick, moved_at, kind, amount, value, manual_rate, reporting_currency, opening, closing,
       instruction_id, asked_by, approved_by, in_flight, description, reference
FROM flows
WHERE tenant = ? AND day >= ? AND day < ? AND currency = ?
ORDER BY tick, moved_at, instruction_id
