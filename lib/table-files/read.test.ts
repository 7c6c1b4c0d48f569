import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { headingOf, looksLikeAmount } from './headings.ts'
import { readTable, tableOfText } from './read.ts'
import { TableFileError, type TableKind } from './table.ts'
import { workbookRows } from './workbook.ts'

const ANY: TableKind = { headings: () => 0, isRow: () => true, max: { rows: 100, sentence: 'Too many.' } }

it('rejects a text that two delimiters divide equally well', () => {
  expect(() => tableOfText('a;b,c;d\ne;f,g;h\n', ANY)).toThrow(
    /can be read with \w+ or with \w+ between its cells/,
  )
  expect(tableOfText('"a;b",c\n"e;f",g\n', ANY).rows.map(({ cells }) => cells)).toEqual([
    ['a;b', 'c'],
    ['e;f', 'g'],
  ])
  expect(() => tableOfText(`a,b\n${'1,2\n'.repeat(150)}`, ANY)).toThrow('Too many.')
  expect(() => tableOfText('one column\n', ANY)).toThrow(TableFileError)
})

it.each([
  ['Payment ID', 'payment_id'],
  ['payment_id', 'payment_id'],
  ['Refund Amount', 'amount'],
  ['Amount (INR)', 'amount'],
  ['Txn Date', 'date'],
  ['Date', 'date'],
  ['Value Dt', 'value_date'],
  ['Withdrawal Amt.', 'debit'],
  ['Deposit Amt.', 'credit'],
  ['Withdrawal (Dr)/ Deposit(Cr)', 'amount'],
  ['Cr/Dr', 'side'],
  ['Closing Balance', 'balance'],
  ['Chq./Ref.No.', 'reference'],
  ['UTR Number', 'reference'],
  ['Narration', 'description'],
  ['Transaction Remarks', 'description'],
  ['Refund Reason', 'reason'],
  ['Colour', null],
])('knows the heading %s as %s', (head, name) => expect(headingOf(head)).toBe(name))

it('knows a heading of money that it does not know otherwise', () => {
  for (const head of ['Refund value', 'Sum in ₹', 'Total', 'To pay (INR)'])
    expect(looksLikeAmount(head)).toBe(true)
  for (const head of ['Refund ID', 'Customer', 'Order', 'Notes']) expect(looksLikeAmount(head)).toBe(false)
})

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const workbook = (rows: string, properties = '') =>
  zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook xmlns:r="r"><workbookPr ${properties}/><sheets><sheet name="A" sheetId="1" r:id="rId2"/><sheet name="B" sheetId="2" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    ),
    'xl/styles.xml': strToU8(
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00 [$INR]"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    ),
    'xl/sharedStrings.xml': strToU8(
      '<sst><si><t>A &amp; B</t></si><si><r><t>Am</t></r><r><t>ount</t></r></si></sst>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(sheet('')),
    'xl/worksheets/sheet2.xml': strToU8(sheet(rows)),
  })

it('reads the first sheet of a workbook as texts, and evaluates no formula', () => {
  const rows = `<row r="3"><c r="B3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c></row>
    <row r="4"><c r="A4" s="1"><v>46346</v></c><c r="B4" s="2"><f>SUM(1,2)</f><v>1500.5000000000002</v></c>
      <c r="C4" t="str"><f>"x"</f><v>saved</v></c><c r="D4" t="inlineStr"><is><t>007</t></is></c>
      <c r="E4" s="3"><v>46346.75</v></c><c r="F4"><v>616612345671</v></c><c r="G4"><f>NOW()</f></c></row>`
  expect(workbookRows(workbook(rows))).toEqual([
    { line: 3, cells: ['', 'A & B', 'Amount', '', '', '', ''] },
    { line: 4, cells: ['2026-11-20', '1500.5', 'saved', '007', '2026-11-20', '616612345671', ''] },
  ])
  const since1904 = workbook('<row r="1"><c r="A1" s="1"><v>44884</v></c></row>', 'date1904="1"')
  expect(workbookRows(since1904)).toEqual([{ line: 1, cells: ['2026-11-20'] }])
})

it('unpacks no more of a workbook than a sheet can be, and says what to do instead', () => {
  const large = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(25_000_000) })
  expect(large.length).toBeLessThan(100_000)
  expect(() => workbookRows(large)).toThrow('The workbook is too large. Open it in your spreadsheet')
  expect(() => readTable(zipSync({ 'content.xml': strToU8('<a/>') }), ANY)).toThrow('save it as CSV (UTF-8)')
  expect(() => readTable(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), ANY)).toThrow('save it as CSV (UTF-8)')
  const entities = workbook('').slice()
  expect(workbookRows(entities)).toEqual([])
})
