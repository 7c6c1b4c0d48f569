import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBankFile } from '#lib/bank-files/read.ts'
import {
  getBankLineDetails,
  getBankStatementDetails,
  listBankLinesForDashboard,
} from '#lib/domain/bank-statements/fetch.ts'
import { importBankStatement } from '#lib/domain/bank-statements/import.ts'
import {
  acceptBankLine,
  ignoreBankLine,
  matchBankLine,
  matchBankLines,
  unmatchBankLine,
} from '#lib/domain/bank-statements/match.ts'
import {
  chooseStatementColumns,
  discardStatementDraft,
  fetchStatementDraft,
  uploadBankStatement,
} from '#lib/domain/bank-statements/upload.ts'
import { getSettlementDetails } from '#lib/domain/settlements/fetch.ts'
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
    ':20:A',
    `:25:${account}`,
    `:60F:C260615INR${decimal(opening)}`,
    ...lines,
    `:62F:C260616INR${decimal(closing)}`,
  ].join('\n')
const credit = (amount: number, reference = 'NONREF') => `:61:260616C${decimal(amount)}NTRF${reference}`

/** Uploads a file, as the surface reads it. */
const draftOf = async (content: string, as = finance) => {
  const file = readBankFile(new TextEncoder().encode(content), 'INR')
  const input = { content: JSON.stringify(file), file_name: 'june.sta' }
  return await shop.instance.run(uploadBankStatement, input, undefined, as)
}
const previewOf = (id: string) => shop.instance.run(fetchStatementDraft, { id }, undefined, finance)
/** Imports what the preview shows; of its uncertain lines those that are new. */
const importDraft = async (id: string, isNew: (line: number) => boolean = () => false) => {
  const { plan, statements } = await previewOf(id)
  const uncertain = statements.flatMap((statement) => statement.uncertain)
  const add = uncertain.filter(({ line }) => isNew(line)).map(({ key }) => key)
  return await shop.instance.run(importBankStatement, { id, plan, add }, undefined, finance)
}
const upload = async (content: string, as = finance) => importDraft((await draftOf(content, as)).id)
/** Imports a table of an account by the columns that its headings name. */
const uploadTable = async (content: string, account_number: string, isNew?: (line: number) => boolean) => {
  const { id } = await draftOf(content)
  const { table } = await previewOf(id)
  if (!table) throw new Error('It is no table.')
  await shop.instance.run(
    chooseStatementColumns,
    { id, ...table.columns, account_number },
    undefined,
    finance,
  )
  return await importDraft(id, isNew)
}
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
        `:61:260616D5,00NCHGX`,
        credit(700),
        credit(700),
        credit(third.amount - 100, 'X'),
        `:86:${third.utr}`,
      ],
      { opening: 100, closing: 100 + first.amount + second.amount + third.amount - 100 - 500 + 1400 },
    )
    expect((await missing()).sort()).toEqual([first.id, second.id, third.id].sort())
    const done = await upload(file)
    expect(done).toMatchObject({ added: 6, known: 0 })
    const id = done.statement_ids[0] ?? ''
    expect(await shop.instance.run(getBankStatementDetails, { id }, undefined, finance)).toMatchObject({
      bank_account: '••5678',
      difference: 0,
      count: 6,
      added: 6,
      statuses: { matched: 2, differs: 1, accepted: 0, unmatched: 2, ignored: 0, debit: 1 },
    })
    const lines = await linesOf(id)
    const inOrder = lines.toSorted((one, other) => one.number - other.number)
    expect(inOrder.map(({ number, status, matched_by }) => [number, status, matched_by])).toEqual([
      [4, 'matched', 'reference'],
      [6, 'matched', 'amount'],
      [7, 'debit', null],
      [8, 'unmatched', null],
      [9, 'unmatched', null],
      [10, 'differs', 'reference'],
    ])
    expect(inOrder.map(({ difference }) => difference)).toEqual([0, 0, null, null, null, -100])
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

    expect(await upload(file)).toEqual({ statement_ids: [], added: 0, known: 6 })
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

  it('is imported once, however many import it at once', async () => {
    const file = mt940([credit(4321, 'ONCE01')])
    const drafts = await times(4, () => draftOf(file))
    const previews = await Promise.all(drafts.map(({ id }) => previewOf(id)))
    expect(new Set(previews.map(({ plan }) => plan)).size).toBe(1)
    const outcomes = await Promise.all(
      previews.map(({ id, plan }) =>
        outcomeOf(shop.instance.run(importBankStatement, { id, plan }, undefined, finance)),
      ),
    )
    expect(outcomes.filter(({ value }) => value !== undefined)).toHaveLength(1)
    expect(outcomes.filter(({ reason }) => reason !== undefined)).toHaveLength(3)
    expect(await upload(file)).toMatchObject({ added: 0, known: 1 })
  })

  it('has each of two equal bookings, on two pages of the bank as in two exports', async () => {
    const page = (number: string, lines: string[]) =>
      [':20:P', ':25:50200000000001', `:28C:${number}`, ...lines, ':62M:C260616INR1,00', '-'].join('\n')
    const pages = [page('5/1', [credit(500)]), page('5/2', [credit(500), credit(700)])].join('\n')
    expect(await upload(pages)).toMatchObject({ added: 3, known: 0 })
    expect(await upload(pages)).toMatchObject({ added: 0, known: 3 })

    const heads = 'Date,Narration,Withdrawal,Deposit\n'
    const [one, two] = [
      '16/06/2026,NEFT CR AXISN00000000AAA,,25.00',
      '16/06/2026,NEFT CR ICICN00000000BBB,,25.00',
    ]
    const account = '50200000000002'
    expect(await uploadTable(`${heads}${one}\n`, account)).toMatchObject({ added: 1 })
    expect(await uploadTable(`${heads}${two}\n${one}\n`, account)).toMatchObject({ added: 1, known: 1 })
    // Without a number of the bank, a person says whether it is another booking.
    const cash = '16/06/2026,CASH,,25.00'
    expect(await uploadTable(`${heads}${cash}\n`, account)).toMatchObject({ added: 1 })
    expect(await uploadTable(`${heads}${cash}\n`, account)).toMatchObject({ added: 0, known: 1 })
    expect(await uploadTable(`${heads}${cash}\n`, account, () => true)).toMatchObject({ added: 1, known: 0 })
  })

  it('shows what its import would do, and is discarded without a trace', async () => {
    const heads = 'Some Bank,,,\nDate,Narration,Amount,Balance\n'
    const rows = '16/06/2026,IN,100.00 Cr,600.00\n17/06/2026,OUT,50.00 Dr,550.00\nTOTAL,,,\n'
    const { id } = await draftOf(heads + rows)
    expect(await previewOf(id)).toMatchObject({
      problem: expect.stringContaining('account number'),
      statements: [],
    })
    const { table } = await previewOf(id)
    const chosen = { id, ...table?.columns, account_number: '50200000000003' }
    await shop.instance.run(chooseStatementColumns, chosen as never, undefined, finance)
    expect(await previewOf(id)).toMatchObject({
      problem: null,
      left_out: [
        { line: 1, text: 'Some Bank' },
        { line: 5, text: 'TOTAL' },
      ],
      statements: [
        {
          bank_account: '••0003',
          from_date: '2026-06-16',
          to_date: '2026-06-17',
          credits: { count: 1, amount: 10_000 },
          debits: { count: 1, amount: 5000 },
          opening: 50_000,
          closing: 55_000,
          difference: 0,
          added: 2,
          known: 0,
        },
      ],
    })
    await shop.instance.run(discardStatementDraft, { id }, undefined, finance)
    await expect(previewOf(id)).rejects.toMatchObject({ reason: 'record_not_found' })
    expect((await draftOf(heads + rows)).id).not.toBe(id)
  })

  it('as CSV waits for its columns, which are remembered for the same headings', async () => {
    const made = await settled(400_000)
    const csv = (amount: number) =>
      `Date,Details,UTR,Debit,Credit\n16/06/2026,From Counterfoil,${made.utr},,${(amount / 100).toFixed(2)}\n`
    const { id } = await draftOf(csv(made.amount))
    const { instance } = shop
    const { table } = await previewOf(id)
    expect(table).toMatchObject({ heads: ['Date', 'Details', 'UTR', 'Debit', 'Credit'], account_number: '' })
    const chosen = { ...table?.columns, account_number: '5020 0012 3456 78' } as never as Record<
      string,
      never
    >
    await expect(
      instance.run(
        chooseStatementColumns,
        { id, ...chosen, credit: null, debit: null } as never,
        undefined,
        finance,
      ),
    ).rejects.toMatchObject({ field: 'amount' })
    await instance.run(chooseStatementColumns, { id, ...chosen } as never, undefined, finance)
    const done = await importDraft(id)
    expect(await linesOf(done.statement_ids[0] ?? '')).toMatchObject([
      { settlement_id: made.id, status: 'matched', matched_by: 'reference' },
    ])
    await expect(previewOf(id)).rejects.toMatchObject({ reason: 'record_not_found' })
    const next = await draftOf(csv(500))
    expect((await previewOf(next.id)).table).toMatchObject({
      account_number: '5020 0012 3456 78',
      columns: table?.columns,
    })
    await instance.pass(2 * DAY)
    expect(await cleanupStatementDrafts(instance.runtime)).toBeGreaterThan(0)
  })

  it('is taken only as it was read', async () => {
    const draft = (content: string) =>
      shop.instance.run(uploadBankStatement, { content, file_name: 'x' }, undefined, finance)
    const line = { line: 1, date: '2026-06-16', side: 'credit', amount: -5, reference: '', description: '' }
    for (const content of [
      'hello',
      '{}',
      JSON.stringify({ format: 'mt940', statements: [{ account_number: '1', number: null, lines: [line] }] }),
    ])
      await expect(draft(content)).rejects.toMatchObject({
        reason: 'input_validation_failed',
        field: 'content',
      })
  })
})

describe('a line', () => {
  it('is matched and unmatched by a person, and by one at a time', async () => {
    const { instance } = shop
    const made = await settled(600_000)
    const [one, two] = await linesOf(
      (await upload(mt940([credit(90_000, 'HAND01'), credit(91_000, 'HAND02')]))).statement_ids[0] ?? '',
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

  it('that differs is accepted once, with its difference in the balance or not', async () => {
    const { instance } = shop
    const balance = async () => {
      const { rows } = await instance.runtime.query<{ balance: string }>(
        "SELECT balance FROM ledger_balances WHERE account_id = $1 AND account = 'merchant_balance'",
        [finance.account.id],
      )
      return Number(rows[0]?.balance)
    }
    const differing = async (more: number) => {
      const made = await settled(500_000)
      const done = await upload(mt940([credit(made.amount + more), `:86:${made.utr}`]))
      const [line] = await linesOf(done.statement_ids[0] ?? '')
      expect(line).toMatchObject({ status: 'differs' })
      return line?.id ?? ''
    }
    const accept = (id: string, effect: 'balance' | 'none') =>
      outcomeOf(
        instance.run(acceptBankLine, { id, effect, reason: 'The bank was short' }, undefined, finance),
      )
    const short = await differing(-700)
    const before = await balance()
    const outcomes = await times(3, () => accept(short, 'balance'))
    expect(outcomes.filter(({ value }) => value !== undefined)).toHaveLength(1)
    expect(await balance()).toBe(before + 700)
    const over = await differing(300)
    await shop.shop.captured(50_000)
    const more = await balance()
    expect((await accept(over, 'balance')).value).toMatchObject({ status: 'accepted', balance_change: -300 })
    expect(await balance()).toBe(more - 300)
    const left = await differing(-5)
    expect((await accept(left, 'none')).value).toMatchObject({ status: 'accepted', balance_change: null })
    expect(await balance()).toBe(0)
    await expect(instance.run(unmatchBankLine, { id: short }, undefined, finance)).rejects.toThrow(
      'stays accepted',
    )
    const much = await differing(90_000_000)
    expect(
      await outcomeOf(
        instance.run(acceptBankLine, { id: much, effect: 'balance', reason: 'Over' }, undefined, finance),
      ),
    ).toMatchObject({
      reason: 'insufficient_balance',
    })
  })

  it('that pays no settlement is ignored with a reason, until it is no longer', async () => {
    const done = await upload(mt940([credit(88_000, 'RENT99')]))
    const [line] = await linesOf(done.statement_ids[0] ?? '')
    const id = line?.id ?? ''
    const { instance } = shop
    expect(
      await instance.run(ignoreBankLine, { id, reason: 'Rent of the shop' }, undefined, finance),
    ).toMatchObject({ status: 'ignored', reason: 'Rent of the shop' })
    await expect(
      instance.run(ignoreBankLine, { id, reason: 'Again' }, undefined, finance),
    ).rejects.toMatchObject({ reason: 'input_validation_failed' })
    expect(await instance.run(unmatchBankLine, { id }, undefined, finance)).toMatchObject({
      status: 'unmatched',
      reason: null,
    })
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
