import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** One line of the protocol, and what stands in its place while the simulation is to find it out. */
export interface Mutation {
  readonly what: string;
  /** From the root of the project. */
  readonly file: string;
  readonly line: string;
  readonly becomes: string;
  /** A second guard of the same, in the same file. */
  readonly and?: { readonly line: string; readonly becomes: string };
}

/**
 * The mutations that the simulation is shown to notice. Nothing on disk is touched: the line is replaced
 * while its file is loaded.
 */
export const MUTATIONS = {
  version: {
    what: 'the claim rests on whatever version the lane has, and counts on, not on the one it was decided on',
    file: 'treasury/outgoing/claim-and-send.ts',
    line: 'const committed = await commitClaim(ports.ledger, tenant, record, [...changes, ...room.writes]);',
    becomes:
      "const newest = await ports.ledger.readLanes(tenant); const restless = changes.flatMap((each) => each.kind !== 'replace-lane' ? [each] : newest.filter((lane) => lane.currency === each.lane.currency).map((read) => ({ ...each, lane: { ...each.lane, version: 1 + read.version }, read }))); const committed = await commitClaim(ports.ledger, tenant, record, [...restless, ...room.writes]);",
  },
  nonce: {
    what: "another's claim is taken for one's own",
    file: 'treasury/sending/commit-claim.ts',
    line: "if (written?.status.state === 'sending' && written.status.claim.nonce === claim.nonce) {",
    becomes: "if (written?.status.state === 'sending') {",
  },
  'send-by': {
    what: 'a request is sent however late it is',
    file: 'treasury/outgoing/send-claimed.ts',
    line: "if (now() >= sendBy) return notSent({ code: 'past-send-by', sendBy });",
    becomes: "if (now() < '') return notSent({ code: 'past-send-by', sendBy });",
  },
  'run-condition': {
    what: 'a part of a run is written whether or not there is one',
    file: 'adapters/memory/run-records.ts',
    line: 'return !this.#parts.has(keyOf(run));',
    becomes: 'return !this.#parts.has(keyOf(run)) || run.part >= 0;',
  },
  'run-parts': {
    what: 'a run does not look at the parts that were written before its own',
    file: 'treasury/sweeps/record-run.ts',
    line: 'return currencies.filter((currency) => ruled.has(currency) && !recorded.has(currency));',
    becomes:
      'return currencies.filter((currency) => ruled.has(currency) && !this.#own.has(currency));',
  },
  unbooked: {
    what: 'what is unbooked is no longer left alone by a sweep',
    file: 'treasury/booking/booking.ts',
    line: 'export function committedOf({ entries, doubts }: Booking, now: Instant): Decimal {',
    becomes:
      'export function committedOf({ entries, doubts }: Booking, now: Instant): Decimal { if (now > "") return ZERO;',
  },
  'total-floor': {
    what: 'a claim does not look at the floor over everything',
    file: 'treasury/rules/reconsider.ts',
    line: 'outflow === undefined || account === null ? [] : totalFloor(outflow, controls, account);',
    becomes: 'outflow === undefined || account === null ? [] : [];',
  },
  'price-jumps': {
    what: 'a value that has jumped is believed at its first reading',
    file: 'treasury/valuation/judge-values.ts',
    line: 'if (next.readings >= READINGS_OF_A_NEW_LEVEL) return accepted;',
    becomes: 'if (next.readings >= 1) return accepted;',
  },
  'inverse-prices': {
    what: 'a value is believed as it is where it comes by the inverse of an instrument',
    file: 'treasury/valuation/judge-values.ts',
    line: 'const { believed, onRecord } = judgeLevel(listed.mid, own);',
    becomes:
      "const { believed, onRecord } = listed.path === 'inverse' ? { believed: true, onRecord: { last: formatDecimal(listed.mid) } } : judgeLevel(listed.mid, own);",
  },
  'crossed-prices': {
    what: 'a value over a third currency is taken for that of the instrument',
    file: 'treasury/valuation/judge-values.ts',
    line: 'if (crossed === null) return kept;',
    becomes:
      "if (crossed === null) return kept; if (into !== '') return { last: formatDecimal(crossed.mid), path: 'direct' };",
  },
  'claim-prices': {
    what: 'a claim rests on the last snapshot alone, whoever wrote it',
    file: 'treasury/snapshots/values-beside.ts',
    line: "if (proven.kind === 'trusted') return valuesNow(prices, before, into, controls);",
    becomes:
      'if (proven !== null) return valuesNow(before?.prices ?? prices, before, into, controls);',
  },
  'split-steps': {
    what: 'every part of a split gets one of the steps that are left over',
    file: 'treasury/policy/split-amount.ts',
    line: '.slice(0, left)',
    becomes: '.slice(0, left === 0 ? 0 : undefined)',
  },
  seal: {
    what: 'an instruction is sent whatever its seal says',
    file: 'treasury/sealing/judge-authorisation.ts',
    line: 'const verdict = await judgeInstruction(verifier, epoch, instruction, now);',
    becomes: "const verdict: string = epoch === '' ? 'invalid' : 'valid';",
  },
  'claim-cut-off': {
    what: 'neither a decision nor a claim looks at the cut-off, nor does a request carry it',
    file: 'treasury/rules/checks/calendars.ts',
    line: 'if (now < end) return [passed(fact)];',
    becomes: "if (now >= '') return [passed(fact)];",
    and: {
      line: 'const ends = rule.cutOff === undefined ? [] : [cutOffOn(rule.cutOff, occurrence)];',
      becomes: 'const ends: Instant[] = [];',
    },
  },
  'claim-calendar': {
    what: 'the day of an occurrence and the day on which it leaves may be closed',
    file: 'treasury/rules/checks/calendars.ts',
    line: 'const verdicts = [judgeMoment(known, occurrence), judgeMoment(known, now)];',
    becomes: 'const verdicts: DayVerdict[] = [];',
  },
  'claim-limits': {
    what: 'a claim does not look at the limits of accounts, counterparties and the day',
    file: 'treasury/rules/reconsider.ts',
    line: 'return refuseOutflow(limitsTo(outflow, controls, account), amount);',
    becomes: 'return refuseOutflow([], amount);',
  },
  'account-limit': {
    what: 'neither a decision nor a claim looks at the limits of an account',
    file: 'treasury/limits/outflow-bounds.ts',
    line: 'return ownLimit(view, account, { ...toAccount, limit }, limits?.[field], window);',
    becomes: 'return ownLimit(view, account, { ...toAccount, limit }, undefined, window);',
  },
  'lifetime-limit': {
    what: 'no claim counts what an account is paid for ever',
    file: 'treasury/counters/counter.ts',
    line: "windows: [...MONTH, 'ever'],",
    becomes: 'windows: MONTH,',
  },
  'withdrawals-limit': {
    what: 'neither a decision nor a claim looks at how often a rule has withdrawn',
    file: 'treasury/rules/checks/timing.ts',
    line: 'const hasRoom = count.counted + needed <= count.maximum;',
    becomes: 'const hasRoom = needed <= count.maximum;',
  },
  'withdrawals-debit': {
    what: 'no claim counts how often a rule withdraws',
    file: 'treasury/instructions/withdrawal-count.ts',
    line: ": [{ counter: withdrawalsCounter(rule.id), amount: '1', at }]),",
    becomes: ': []),',
  },
  'counterparty-limit': {
    what: 'neither a decision nor a claim looks at the limit of a counterparty in a day',
    file: 'treasury/limits/outflow-bounds.ts',
    line: "...limitByValue(view, controls, account, ofCounterparty?.per24Hours, 'hours', {",
    becomes: "...limitByValue(view, controls, account, undefined, 'hours', {",
  },
  'daily-limit': {
    what: 'neither a decision nor a claim looks at the limit of everything that leaves in a day',
    file: 'treasury/limits/outflow-bounds.ts',
    line: "...limitByValue(view, controls, account, controls.withdrawalLimits?.per24Hours, 'hours', {",
    becomes: "...limitByValue(view, controls, account, undefined, 'hours', {",
  },
  'absent-evidence': {
    what: 'a currency that an answer leaves out is taken for nothing by evidence, and by what frees a lane',
    file: 'treasury/evidence/points.ts',
    line: 'return reading.away === null && decimalOf(balanceBefore).isZero() ? balanceBefore : null;',
    becomes: "return decimalOf(balanceBefore).isZero() ? balanceBefore : '0';",
  },
  'absent-occurrence': {
    what: 'an answer that leaves the currency out uses up the occurrence of a rule',
    file: 'treasury/decisions/decision.ts',
    line: "'balance-not-stated': { isWaitedFor: true },",
    becomes: "'balance-not-stated': { isWaitedFor: true, usesUp: true },",
  },
  'absent-total': {
    what: 'a total without what an answer leaves out is whole',
    file: 'treasury/valuation/total-value.ts',
    line: '...missingIn(balances)',
    becomes: '...missingIn(balances).slice(0, 0)',
  },
  'absent-zero': {
    what: 'a snapshot states zero of what its answer leaves out',
    file: 'treasury/valuation/absent-balances.ts',
    line: "const isZero = zeroBalances === 'omitted' && isOmitted(entry, seen);",
    becomes: "const isZero = zeroBalances !== 'listed';",
  },
  'omitted-at-once': {
    what: 'what is omitted once counts as zero',
    file: 'treasury/valuation/absent-balances.ts',
    line: 'entry.readings >= READINGS_OF_AN_OMISSION',
    becomes: 'entry.readings >= 1',
  },
  'trade-proof': {
    what: 'a trade is confirmed by an answer that does not say that it was carried out',
    file: 'treasury/outcomes/trade-proof.ts',
    line: 'if (form === null) return false;',
    becomes: "if (form !== '') return true;",
  },
  'traded-failure': {
    what: 'a failure within a 200 is not seen',
    file: 'adapters/trading-service/stated-failure.ts',
    line: 'for (const seen of fieldsIn(answer, isEntered)) {',
    becomes: "for (const seen of fieldsIn(answer, isEntered).filter(() => harmless.has('all'))) {",
  },
  'fill-limit': {
    what: 'fills are not held against the limit',
    file: 'treasury/outcomes/judge-trade.ts',
    line: 'return contradictingAmount(request, said) ?? contradictingPrice(request, said);',
    becomes: 'return contradictingAmount(request, said);',
  },
  'stated-failure': {
    what: 'an answer that states a failure lists nothing',
    file: 'adapters/trading-service/decode-balances.ts',
    line: 'if (failure !== null)',
    becomes: "if (failure === '')",
  },
  'further-pages': {
    what: 'a first page of balances is taken for all of them',
    file: 'adapters/trading-service/decode-balances.ts',
    line: 'if (further !== null)',
    becomes: "if (further === '')",
  },
  'name-twice': {
    what: 'of a name that stands twice in an answer the last one counts',
    file: 'adapters/http-client/strict-json.ts',
    line: 'if (names === namesWithin(value)) return',
    becomes: 'if (names >= namesWithin(value)) return',
  },
  'other-time': {
    what: 'a withdrawal of another time confirms a request',
    file: 'treasury/outcomes/created-when.ts',
    line: 'if (other === undefined) return outcome;',
    becomes: 'if (other !== null) return outcome;',
  },
  'other-destination': {
    what: 'an answer that states another destination confirms a withdrawal',
    file: 'treasury/outcomes/compare-destination.ts',
    line: "const worst = doubts.find(({ kind }) => kind === 'differs') ?? doubts[0];",
    becomes: "const worst = doubts.find(({ kind }) => kind === 'unreadable');",
  },
  'reading-seal': {
    what: 'a reading counts without its seal, and without one more that is asked for',
    file: 'treasury/snapshots/trusted-readings.ts',
    line: "if (proven.kind !== 'trusted') return proven;",
    becomes: '',
    and: {
      line: "return { kind: 'trusted', value: { stored, fresh: fresh.value } };",
      becomes:
        "return { kind: 'trusted', value: { stored, fresh: stored.at(-1) ?? fresh.value } };",
    },
  },
  'amount-net': {
    what: 'an amount less a fee halts everything where the policy says nothing of it',
    file: 'treasury/outcomes/compare-amount.ts',
    line: "return { kind: isNet && terms.amounts === undefined ? 'net' : 'other' };",
    becomes: "return { kind: 'other' };",
  },
  'amount-cut': {
    what: 'an amount of fewer digits halts everything where the policy says nothing of it',
    file: 'treasury/outcomes/compare-amount.ts',
    line: "if (fewer !== null) return { kind: 'cut', digits: fewer };",
    becomes: '',
  },
  'amount-undeclared': {
    what: 'an amount less a fee confirms whatever the policy says of it',
    file: 'treasury/outcomes/compare-amount.ts',
    line: "if (isNet && terms.amounts === 'net') return { kind: 'same', taken, isCut };",
    becomes: "if (isNet) return { kind: 'same', taken, isCut };",
  },
  'amount-fee-bound': {
    what: 'an amount less any fee at all confirms where the policy says that amounts are net',
    file: 'treasury/outcomes/compare-amount.ts',
    line: 'answered.greaterThanOrEqualTo(digits === undefined ? least : cut(least, digits)) &&',
    becomes: 'answered.greaterThan(least.times(0)) &&',
  },
  'amount-taken': {
    what: 'what was cut is booked as if all of it had left',
    file: 'treasury/outcomes/judge-withdrawal.ts',
    line: '...(amount.isCut && { taken: amount.taken }),',
    becomes: '',
  },
  'first-payment': {
    what: 'neither a decision nor a claim looks at the first-payment maximum of an account',
    file: 'treasury/limits/outflow-bounds.ts',
    line: "...firstPaymentLimit(view, account, { ...toAccount, limit: 'first-payment' }),",
    becomes: '',
  },
  'fresh-reading': {
    what: 'what frees a currency rests on the stored snapshots alone, and not on balances that are read for it',
    file: 'treasury/snapshots/trusted-readings.ts',
    line: "return { kind: 'trusted', value: { stored, fresh: fresh.value } };",
    becomes: "return { kind: 'trusted', value: { stored, fresh: stored.at(-1) ?? fresh.value } };",
  },
  'fresh-settlement': {
    what: 'two people settle on the stored snapshots alone, and not on balances that are read for it',
    file: 'treasury/settlement/weigh-anew.ts',
    line: "fresh: fresh.kind === 'trusted' ? fresh.value : null,",
    becomes: 'fresh: null,',
  },
  'put-back': {
    what: 'an instruction leaves without a mark',
    file: 'treasury/sealing/put-back.ts',
    line: "{ kind: 'mark-instruction', mark: markOf(after) },",
    becomes: '',
  },
  'failures-in-a-row': {
    what: 'what of a rule does not leave is not counted in a row',
    file: 'treasury/instructions/rule-failures.ts',
    line: 'const count = (before?.count ?? 0) + (isSame ? 0 : 1);',
    becomes: 'const count = isSame ? (before?.count ?? 1) : 1;',
  },
  'ended-occurrence': {
    what: 'an occurrence of a schedule that ends unsent is told to no person',
    file: 'treasury/ledger/ended-occurrence.ts',
    line: "if (before.status.state === 'rejected') return [];",
    becomes: "if (before.status.state !== 'released') return [];",
  },
  'approval-stopped': {
    what: 'an approval is taken while nothing may leave',
    file: 'treasury/approvals/refuse-stopped.ts',
    line: 'if (first === null) return null;',
    becomes: "if (first === null || first.reason !== 'missed') return null;",
    and: {
      line: 'if (controls === null) return [];',
      becomes: 'if (controls === null || controls.version > 0) return [];',
    },
  },
  'format-at-claim': {
    what: 'a claim rests on whatever version the controls have, and so on whatever format',
    file: 'treasury/outgoing/claim-and-send.ts',
    line: '...{ controls, halt, ...account, rule: behind?.rule ?? null },',
    becomes:
      '...{ controls: { version: (await ports.ledger.readPolicy(tenant)).controls?.version ?? 0 }, halt, ...account, rule: behind?.rule ?? null },',
  },
  'format-read': {
    what: 'a release goes on in a format that it does not read',
    file: 'treasury/policy/ledger-format.ts',
    line: 'if (format > to) return { format, known: to };',
    becomes: 'if (format > to + 1) return { format, known: to };',
  },
  'counts-moved': {
    what: 'counters are compared with claims that came after they were read',
    file: 'treasury/watchdog/watch-counts.ts',
    line: 'const still = found.filter(isStill);',
    becomes: 'const still = found.filter((each) => isStill(each) || after.places.length > 0);',
  },
  'counts-compared': {
    what: 'no comparison finds a counter that was lowered',
    file: 'treasury/counters/counts.ts',
    line: 'return isBelow ? [taken.counter] : [];',
    becomes: 'return isBelow && all.length === 0 ? [taken.counter] : [];',
  },
  'counts-given-back': {
    what: 'counters are compared with what claims took, though it has gone back',
    file: 'treasury/watchdog/watch-counts.ts',
    line: 'keptBy(await ports.ledger.readInstruction(tenant, instructionId), debits),',
    becomes: 'keptBy(null, debits).filter(() => instructionId !== null),',
  },
} as const satisfies Readonly<Record<string, Mutation>>;
export type MutationName = keyof typeof MUTATIONS;

export function isMutation(name: string): name is MutationName {
  return Object.hasOwn(MUTATIONS, name);
}

/**
 * Loads the mutated source in the place of the real one, from now on and in this process alone.
 * @throws where the line does not stand in its file exactly once: then this shows nothing.
 */
export function loadMutated({ file, line, becomes, and }: Mutation): void {
  const url = new URL(`../../${file}`, import.meta.url).href;
  let source = readFileSync(fileURLToPath(url), 'utf8');
  for (const each of and === undefined ? [{ line, becomes }] : [{ line, becomes }, and]) {
    const parts = source.split(each.line);
    if (parts.length !== 2) {
      throw new Error(`${file} holds "${each.line}" ${parts.length - 1} times; expected: once`);
    }
    source = parts.join(each.becomes);
  }
  registerHooks({
    load: (loaded, context, nextLoad) =>
      loaded === url
        ? { format: 'module-typescript', source, shortCircuit: true }
        : nextLoad(loaded, context),
  });
}
