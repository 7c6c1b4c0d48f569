import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type NumberedLine, numberedLines, planLines, spanOf } from '#lib/domain/bank-statements/plan.ts'
import { guessMapping, readLines } from './csv.ts'
import { readBankFile } from './read.ts'
import { BankFileError, type FileLine } from './statement.ts'

/** A booking of a history that the test makes up, each with an RRN of its own. */
type Booking = { day: number; side: 'credit' | 'debit'; amount: number; payer: string; rrn: string }

const bookings = fc
  .array(
    fc.record({
      day: fc.integer({ min: 1, max: 28 }),
      side: fc.constantFrom('credit', 'debit'),
      amount: fc.oneof(fc.constantFrom(50_000, 250_000), fc.integer({ min: 1, max: 99_999_999 })),
      payer: fc.constantFrom('KAVERI STORES', 'RENT, NOVEMBER', 'A; B', '- RETURN', '20:37 UPI'),
    }),
    { minLength: 2, maxLength: 12 },
  )
  .map((all) =>
    all
      .toSorted((one, other) => one.day - other.day)
      .map((one, at): Booking => ({ ...one, rrn: String(616_612_345_000 + at) })),
  )

const plain = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
const lakhs = (minor: number) =>
  new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(Number(plain(minor)))
const day = (of: number) => String(of).padStart(2, '0')
const quoted = (cell: string) => (/[",;\t\n]/.test(cell) ? `"${cell}"` : cell)

/** What a bank writes. Texts hold a comma, a semicolon, a dash at the beginning, and what looks like a tag. */
const DIALECTS: Record<string, (all: Booking[]) => Uint8Array> = {
  sides: (all) =>
    csv(',', ['Txn Date', 'Narration', 'Chq./Ref.No.', 'Withdrawal Amt.', 'Deposit Amt.'], all, (one) => [
      `${day(one.day)}/11/26`,
      one.payer,
      one.rrn,
      one.side === 'debit' ? lakhs(one.amount) : '',
      one.side === 'credit' ? lakhs(one.amount) : '0.00',
    ]),
  marks: (all) =>
    csv(';', ['Date', 'Particulars', 'UTR', 'Amount (INR)'], all, (one) => [
      `${day(one.day)}-Nov-2026`,
      one.payer,
      one.rrn,
      `${lakhs(one.amount)}${one.side === 'debit' ? ' Dr' : '(Cr)'}`,
    ]),
  signs: (all) =>
    csv('\t', ['Booking date', 'Details', 'Ref No', 'Amount'], all, (one) => [
      `2026-11-${day(one.day)}`,
      one.payer,
      `'${one.rrn}`,
      `${one.side === 'debit' ? '-' : ''}${plain(one.amount)}`,
    ]),
  indicator: (all) =>
    csv('|', ['Transaction Date', 'Description', 'Reference', 'Dr/Cr', 'Amount'], all, (one) => [
      `202611${day(one.day)}`,
      one.payer,
      one.rrn,
      one.side === 'debit' ? 'DR' : 'CR',
      `INR ${plain(one.amount)}/-`,
    ]),
  unicode: (all) =>
    Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(Buffer.from(DIALECTS.signs?.(all) ?? []).toString(), 'utf16le'),
    ]),
  html: (all) =>
    Buffer.from(
      `<html><body><table><tr><td>Some Bank</td></tr><tr><th>Value Dt</th><th>Date</th><th>Remarks</th><th>Cheque No</th><th>Debit</th><th>Credit</th></tr>${all
        .map((one) => {
          const amounts = one.side === 'debit' ? [lakhs(one.amount), '&nbsp;'] : ['', lakhs(one.amount)]
          const cells = [`${day(one.day)}/11/2026`, `${day(one.day)}/11/2026`, one.payer, one.rrn, ...amounts]
          return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
        })
        .join('')}<tr><td>TOTAL</td></tr></table></body></html>`,
    ),
  mt940: (all) =>
    Buffer.from(
      [
        ':20:STMT',
        ':25:000111222999',
        ...all.flatMap((one) => [
          `:61:2611${day(one.day)}11${day(one.day)}${one.side === 'debit' ? 'D' : 'C'}${plain(one.amount).replace('.', ',')}NTRFNONREF//${one.rrn}`,
          ...wrapped(`:86:UPI ${one.payer}\n${one.payer}`),
        ]),
        '-',
      ].join('\r\n'),
    ),
  camt: (all) =>
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><Envelope><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>000111222999</Id></Othr></Id></Acct>${all
        .map(
          (one) =>
            `<Ntry><Amt Ccy="INR">${plain(one.amount)}</Amt><CdtDbtInd>${one.side === 'debit' ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-11-${day(one.day)}T10:00:00+05:30</DtTm></BookgDt><AcctSvcrRef>${one.rrn}</AcctSvcrRef><AddtlNtryInf>${one.payer}</AddtlNtryInf></Ntry>`,
        )
        .join('')}</Stmt></BkToCstmrStmt></Document></Envelope>`,
    ),
}

/** Lines as a bank breaks them, here after a few characters. */
const wrapped = (text: string) => text.match(/[\s\S]{1,40}/g)?.flatMap((part) => part.split('\n')) ?? []

function csv(
  delimiter: string,
  heads: string[],
  all: Booking[],
  cells: (one: Booking) => string[],
): Uint8Array {
  const lines = [heads, ...all.map(cells)].map((line) => line.map(quoted).join(delimiter))
  return Buffer.from(`Some Bank\n\n${lines.join('\n')}\n****${delimiter}****\n`)
}

function linesOf(bytes: Uint8Array): NumberedLine[] {
  const file = readBankFile(bytes, 'INR')
  const lines =
    file.format === 'table'
      ? readLines(file.table, guessMapping(file.table), 'INR').lines
      : file.statements.flatMap((statement) => statement.lines)
  return lines.map((line) => ({ line, number: null }))
}

const keyOf = ({ date, side, amount, reference }: FileLine) => `${date} ${side} ${amount} ${reference}`

it('reads two thousand files of all dialects, cut and reordered, and has every booking once', () => {
  let files = 0
  fc.assert(
    fc.property(
      bookings,
      fc.constantFrom(...Object.keys(DIALECTS)),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { minLength: 5, maxLength: 5 }),
      (all, dialect, cuts) => {
        const write = DIALECTS[dialect] as (some: Booking[]) => Uint8Array
        const imported: (FileLine & { identity: string; layout: string })[] = []
        const covered = new Set<Booking>()
        for (const [from, count, newestFirst] of cuts) {
          const begin = from % all.length
          const part = all.slice(begin, begin + 1 + (count % all.length))
          for (const one of part) covered.add(one)
          const lines = linesOf(write(newestFirst ? part.toReversed() : part))
          files += 1
          expect(lines).toHaveLength(part.length)
          const plan = planLines(lines, { layout: dialect, imported, spans: [spanOf(imported)] })
          expect(plan.map(({ verdict }) => verdict)).not.toContain('uncertain')
          const fresh = plan.filter(({ verdict }) => verdict === 'new')
          imported.push(
            ...numberedLines(fresh, imported).map(({ line, identity }) => ({
              ...line,
              identity,
              layout: dialect,
            })),
          )
        }
        const expected = [...covered].map(
          ({ day: of, side, amount, rrn }) => `2026-11-${day(of)} ${side} ${amount} ${rrn}`,
        )
        expect(imported.map(keyOf).sort()).toEqual(expected.sort())
      },
    ),
    { numRuns: 400, seed: 7 },
  )
  expect(files).toBe(2000)
})

it('says why it rejects a file', () => {
  fc.assert(
    fc.property(bookings, fc.constantFrom('signs', 'indicator'), fc.nat(), (all, dialect, at) => {
      const delimiter = dialect === 'signs' ? '\t' : '|'
      const lines = Buffer.from(DIALECTS[dialect]?.(all) ?? [])
        .toString()
        .split('\n')
      const row = 3 + (at % all.length)
      // An amount that means two things.
      lines[row] = [...(lines[row] ?? '').split(delimiter).slice(0, -1), '500,5'].join(delimiter)
      const read = () => linesOf(Buffer.from(lines.join('\n')))
      expect(read).toThrow(BankFileError)
      expect(read).toThrow(`Line ${row + 1}: "500,5" is not an amount`)
    }),
    { numRuns: 100, seed: 7 },
  )
})
