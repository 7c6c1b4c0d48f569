import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getBankLineDetails,
  getBankStatementDetails,
  listBankLinesForDashboard,
} from '#lib/domain/bank-statements/fetch.ts'
import { matchBankLine, matchBankLines, unmatchBankLine } from '#lib/domain/bank-statements/match.ts'
import {
  fetchStatementDraft,
  importCsvStatement,
  uploadBankStatement,
} from '#lib/domain/bank-statements/upload.ts'
import { getSettlementDetails } from '#lib/domain/settlements/get-details.ts'
import { listSettlementsForDashboard } from '#lib/domain/settlements/list.ts'
import { settleNow } from '#lib/domain/settlements/settle.ts'
import { cleanupStatementDrafts } from '#lib/jobs/cleanup.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { times } from '#lib/testing/at-once.ts'
import { DAY } from '#lib/values/time.ts'

// The clock of an instance begins on Monday, 15 June 2026, at noon in India.
let shop: ApprovalInstance
let finance: Actor
beforeAll(async () => {
  shop = await openApprovalInstance()
  finance = await shop.person('finance')
})
afterAll(async () => {
  expect(await shop.instance.violations()).toEqual([])
  await shop.instance.close()
})

type Made = { id: string; amount: number; utr: string }
/** A processed settlement of one payment. */
async function settled(amount: number): Promise<Made> {
  const { instance } = shop
  await shop.shop.captured(amount)
  const { id } = await instance.run(settleNow, {}, undefined, instance.system)
  await instance.pass(60)
  const found = await instance.run(getSettlementDetails, { id }, undefined, finance)
  return { id, amount: found.amount, utr: found.utr ?? '' }
}

const decimal = (minor: number) => `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, '0')}`
const mt940 = (lines: string[], { account = '50200012345678', opening = 0, closing = 0 } = {}) =>
  [
    ...[':20:A', `:25:${account}`, `:60F:C260615INR${decimal(opening)}`, ...lines],
    `:62F:C260616INR${decimal(closing)}`,
  ].join('\n')
const credit = (amount: number, reference = 'NONREF') => `:61:260616C${decimal(amount)}NTRF${reference}`

const upload = (content: string, as = finance) =>
  shop.instance.run(uploadBankStatement, { content, file_name: 'june.sta' }, undefined, as)
const linesOf = async (statement: string) =>
  (await shop.instance.run(listBankLinesForDashboard, { statement }, undefined, finance)).items
const missing = async () =>
  (
    await shop.instance.run(
      listSettlementsForDashboard,
      { credit: 'missing', count: 100 },
      undefined,
      finance,
    )
  ).items.map(({ id }) => id)

describe('a bank statement', () => {
  it('is matched by reference and by amount, and adds nothing the second time', async () => {
    const [first, second, third] = [await settled(100_000), await settled(200_000), await settled(300_000)]
    const file = mt940(
      [
        credit(first.amount, first.utr.slice(0, 16)),
        `:86:NEFT CR ${first.utr} COUNTERFOIL`,
        credit(second.amount),
        ...[`:61:260616D5,00NCHGX`, credit(700), credit(700)],
        credit(third.amount - 100, 'X'),
        `:86:${third.utr}`,
      ],
      { opening: 100, closing: 100 + first.amount + second.amount + third.amount - 100 - 500 + 1400 },
    )
    expect((await missing()).sort()).toEqual([first.id, second.id, third.id].sort())
    const done = await upload(file)
    expect(done).toMatchObject({ draft_id: null, added: 6, known: 0 })
    const id = done.statement_ids[0] ?? ''
    expect(await shop.instance.run(getBankStatementDetails, { id }, undefined, finance)).toMatchObject({
      ...{ bank_account: '••5678', difference: 0, count: 6, added: 6 },
      statuses: { matched: 2, differs: 1, unmatched: 2, debit: 1 },
    })
    const lines = await linesOf(id)
    expect(lines.map(({ number, status, matched_by }) => [number, status, matched_by]).sort()).toEqual([
      [1, 'matched', 'reference'],
      [2, 'matched', 'amount'],
      [3, 'debit', null],
      [4, 'unmatched', null],
      [5, 'unmatched', null],
      [6, 'differs', 'reference'],
    ])
    expect(lines.map(({ number, difference }) => [number, difference]).sort()).toEqual([
      ...[1, 2].map((number) => [number, 0]),
      ...[3, 4, 5].map((number) => [number, null]),
      [6, -100],
    ])
    const sumsOf = async (filter: object) => {
      const found = await shop.instance.run(listBankLinesForDashboard, filter, undefined, finance)
      return found.totals[0]?.amounts
    }
    const [matched, differs] = [BigInt(first.amount + second.amount), BigInt(third.amount - 100)]
    expect(await sumsOf({ statement: id })).toEqual({ matched, differs, unmatched: 1400n, debit: 500n })
    expect(await sumsOf({ statement: id, status: ['matched'] })).toMatchObject({ matched })
    expect(await sumsOf({ statement: id, status: ['differs'] })).toMatchObject({ differs })
    expect(await sumsOf({ statement: id, status: ['debit'] })).toMatchObject({ matched: 0n, debit: 500n })
    expect(await missing()).toEqual([])
    expect(
      (await shop.instance.run(getSettlementDetails, { id: first.id }, undefined, finance)).bank_line,
    ).toMatchObject({ date: '2026-06-16', amount: first.amount })

    expect(await upload(file)).toEqual({ draft_id: null, statement_ids: [], added: 0, known: 6 })
    const other = await upload(file.replace('50200012345678', '50200099999999'))
    expect(other).toMatchObject({ added: 6, known: 0 })
  })

  it('whose balances do not add up says by how much', async () => {
    const done = await upload(mt940([credit(1234)], { opening: 100, closing: 1000 }))
    const id = done.statement_ids[0] ?? ''
    expect(await shop.instance.run(getBankStatementDetails, { id }, undefined, finance)).toMatchObject({
      difference: 1000 - 1334,
    })
  })

  it('is read once, however many upload it at once', async () => {
    const file = mt940([credit(4321, 'ONCE')])
    const all = await times(4, () => upload(file))
    expect(all.map(({ added }) => added).sort()).toEqual([0, 0, 0, 1])
  })

  it('as CSV waits for its columns, which are remembered for the same headings', async () => {
    const made = await settled(400_000)
    const csv = (amount: number) =>
      `Date,Details,UTR,Debit,Credit\n16/06/2026,From Counterfoil,${made.utr},,${(amount / 100).toFixed(2)}\n`
    const { draft_id } = await upload(csv(made.amount))
    const draft = { id: draft_id ?? '' }
    const { instance } = shop
    const shown = await instance.run(fetchStatementDraft, draft, undefined, finance)
    expect(shown).toMatchObject({ heads: ['Date', 'Details', 'UTR', 'Debit', 'Credit'], account_number: '' })
    const chosen = { ...shown.columns, account_number: '5020 0012 3456 78' }
    const wrong = { ...draft, ...chosen, credit: null, debit: null }
    await expect(instance.run(importCsvStatement, wrong, undefined, finance)).rejects.toMatchObject({
      field: 'amount',
    })
    const done = await instance.run(importCsvStatement, { ...draft, ...chosen }, undefined, finance)
    expect(await linesOf(done.statement_ids[0] ?? '')).toMatchObject([
      { settlement_id: made.id, status: 'matched', matched_by: 'reference' },
    ])
    await expect(instance.run(fetchStatementDraft, draft, undefined, finance)).rejects.toMatchObject({
      reason: 'record_not_found',
    })
    const next = await upload(csv(500))
    const again = await instance.run(fetchStatementDraft, { id: next.draft_id ?? '' }, undefined, finance)
    expect(again).toMatchObject({ account_number: '5020 0012 3456 78', columns: shown.columns })
    await instance.pass(2 * DAY)
    expect(await cleanupStatementDrafts(instance.runtime)).toBe(1)
  })

  it('that cannot be read is rejected with a sentence', async () => {
    await expect(upload(':20:A\n:25:1\n:60F:C260615USD1,00')).rejects.toMatchObject({
      field: 'content',
      message: 'The statement is in USD, not INR.',
    })
    await expect(upload('hello')).rejects.toMatchObject({ reason: 'input_validation_failed' })
  })
})

describe('a line', () => {
  it('is matched and unmatched by a person, and by one at a time', async () => {
    const { instance } = shop
    const made = await settled(600_000)
    const [one, two] = await linesOf(
      (await upload(mt940([credit(90_000, 'HAND1'), credit(91_000, 'HAND2')]))).statement_ids[0] ?? '',
    )
    const ids = [one?.id ?? '', two?.id ?? '']
    const details = await instance.run(getBankLineDetails, { id: ids[0] ?? '' }, undefined, finance)
    expect(details.candidates.map(({ id }) => id)).toContain(made.id)
    const match = (id: string, as = finance) =>
      outcomeOf(instance.run(matchBankLine, { id, settlement_id: made.id }, undefined, as))
    const outcomes = await Promise.all(ids.map((id) => match(id)))
    expect(outcomes.filter(({ value }) => value !== undefined)).toHaveLength(1)
    const matched = ids.find((_, at) => outcomes[at]?.value !== undefined) ?? ''
    expect(await instance.run(getBankLineDetails, { id: matched }, undefined, finance)).toMatchObject({
      status: 'differs',
      matched_by: 'person',
      settlement: { id: made.id },
    })

    await instance.run(unmatchBankLine, { id: matched }, undefined, finance)
    const again = await instance.run(getBankLineDetails, { id: matched }, undefined, finance)
    expect(again).toMatchObject({ status: 'unmatched', settlement: null, matched_by: 'person' })
    const { rows: audit } = await instance.runtime.query<{ action: string }>(
      'SELECT action FROM audit_lines WHERE object_id = $1 ORDER BY id',
      [matched],
    )
    expect(audit.map(({ action }) => action)).toEqual(['match_bank_line', 'unmatch_bank_line'])
    expect(await instance.run(matchBankLines, {}, undefined, finance)).toEqual({ matched: 0 })
  })

  it('stays unmatched once a person has removed its match', async () => {
    const made = await settled(700_000)
    const done = await upload(mt940([credit(made.amount, 'AUTO')]))
    const [line] = await linesOf(done.statement_ids[0] ?? '')
    expect(line).toMatchObject({ status: 'matched', matched_by: 'amount' })
    await shop.instance.run(unmatchBankLine, { id: line?.id ?? '' }, undefined, finance)
    expect(await shop.instance.run(matchBankLines, {}, undefined, finance)).toEqual({ matched: 0 })
    expect(await missing()).toContain(made.id)
  })

  it('is of its account, and is matched by those who may', async () => {
    const viewer = await shop.person('viewer')
    await expect(upload(mt940([credit(1)]), viewer)).rejects.toMatchObject({ reason: 'permission_denied' })
    const done = await upload(mt940([credit(77, 'OWN')]))
    const [line] = await linesOf(done.statement_ids[0] ?? '')
    const live: Actor = {
      ...finance,
      account: { ...finance.account, id: shop.instance.merchant.accounts.live, mode: 'live' },
    }
    await expect(
      shop.instance.run(getBankLineDetails, { id: line?.id ?? '' }, undefined, live),
    ).rejects.toMatchObject({ reason: 'record_not_found' })
    expect((await shop.instance.run(listBankLinesForDashboard, {}, undefined, live)).items).toEqual([])
  })
})
