import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type Column, DataTable, shownColumns } from './data-table.tsx'

type Row = { id: string }
const column = (key: string): Column<Row> => ({ key, header: key, cell: ({ id }) => `${key} of ${id}` })
const columns = ['id', 'amount', 'status', 'created'].map(column)
const keysOf = (chosen?: string) => shownColumns(columns, chosen).map(({ key }) => key)

it('shows the chosen columns in their order after the one that heads the rows', () => {
  expect(keysOf()).toEqual(['id', 'amount', 'status', 'created'])
  expect(keysOf('created,amount')).toEqual(['id', 'created', 'amount'])
  expect(keysOf('id,amount,amount,other')).toEqual(['id', 'amount'])
  expect(keysOf('other')).toEqual(['id', 'amount', 'status', 'created'])
})

it('keeps a column that heads the rows from the end, with the check box in the first', () => {
  const last = [...columns.slice(1), { ...column('id'), heads: true as const }]
  expect(shownColumns(last, undefined).map(({ key }) => key)).toEqual(['amount', 'status', 'created', 'id'])
  expect(shownColumns(last, 'created,id').map(({ key }) => key)).toEqual(['created', 'id'])
  const kit = { selectable: true, chooser: { path: '/things', query: {} } }
  const text = renderToStaticMarkup(
    <DataTable
      {...{ kit, columns: last, rows: [{ id: 'a' }], rowKey: ({ id }: Row) => id, caption: 'Things' }}
      rowHref={({ id }) => `/things/${id}`}
    />,
  )
  expect(text).toMatch(/<td[^>]*><span[^>]*><input[^>]*value="a"[^>]*>amount of a<\/span><\/td>/)
  expect(text).toMatch(/<th scope="row"[^>]*><a[^>]*>id of a<\/a><\/th>/)
  expect(text).not.toContain('name="cols" value="id"')
})

it('offers the columns as a form, those that are shown first', () => {
  const kit = { selectable: true, chooser: { path: '/things', query: { status: 'x', cols: 'created' } } }
  const text = renderToStaticMarkup(
    <DataTable kit={kit} caption="Things" columns={columns} rows={[{ id: 'a' }]} rowKey={({ id }) => id} />,
  )
  expect(text).not.toContain('amount of a')
  expect(text.indexOf('value="created"')).toBeLessThan(text.indexOf('value="amount"'))
  expect(text).toContain('<input type="hidden" name="status" value="x"/>')
  expect(text).toContain('Select a')
  const plain = <DataTable caption="Things" columns={columns} rows={[{ id: 'a' }]} rowKey={({ id }) => id} />
  expect(renderToStaticMarkup(plain)).not.toContain('Columns')
})

it('marks the column that rows are sorted by, also where that cannot be changed', () => {
  const sorted = [...columns.slice(0, 3), { ...column('created'), sorted: 'descending' as const }]
  const text = renderToStaticMarkup(
    <DataTable caption="Things" columns={sorted} rows={[{ id: 'a' }]} rowKey={({ id }) => id} />,
  )
  expect(text).toMatch(/<th[^>]*aria-sort="descending"[^>]*><span[^>]*><span>created<\/span><svg/)
  expect(text.match(/<svg/g)).toHaveLength(1)
})

it('keeps a column with a place on a phone, however wide it asks the table to be', () => {
  const wide: Column<Row>[] = [
    column('id'),
    { ...column('reason'), show: '52rem', place: 'detail' },
    { ...column('source'), show: '84rem' },
  ]
  const text = renderToStaticMarkup(
    <DataTable caption="Things" columns={wide} rows={[{ id: 'a' }]} rowKey={({ id }) => id} />,
  )
  expect(text).toMatch(/<td data-place="detail" class="from-52">reason/)
  expect(text).toMatch(/<td class="from-84">source/)
})

describe('columns that were chosen', () => {
  const wide: Column<Row>[] = [
    column('id'),
    { ...column('reason'), show: '52rem', place: 'detail' },
    { ...column('source'), show: '84rem' },
    { ...column('owner'), show: '60rem' },
  ]
  const drawn = (cols?: string) =>
    renderToStaticMarkup(
      <DataTable
        kit={{ selectable: false, chooser: { path: '/things', query: cols ? { cols } : {} } }}
        {...{ caption: 'Things', columns: wide, rows: [{ id: 'a' }], rowKey: ({ id }: Row) => id }}
      />,
    )
  const noteOf = (text: string, key: string) =>
    new RegExp(
      `value="${key}"/><span[^>]*>${key}</span>(?:<span class="([^"]*)">shown in a wider window)?`,
    ).exec(text)?.[1]

  it('are shown at every width, in a table that scrolls where they may not fit', () => {
    const text = drawn('source,reason')
    expect(text).toMatch(/<td>source/)
    expect(text).toMatch(/<td data-place="detail">reason/)
    expect(text).toContain('@max-[84rem]/rows:overflow-x-auto')
    expect(drawn('reason')).toContain('@max-[52rem]/rows:overflow-x-auto')
  })

  it('leave the others as they were', () => {
    expect(drawn()).toMatch(/<td class="from-84">source/)
    expect(drawn()).not.toContain('overflow-x-auto')
  })

  it('say in the panel where the window has no room for them', () => {
    expect(noteOf(drawn(), 'source')).toContain('@min-[84rem]/rows:hidden')
    expect(noteOf(drawn(), 'reason')).toContain('folded:hidden @min-[52rem]/rows:hidden')
    const chosen = drawn('source,reason')
    expect(noteOf(chosen, 'source')).toContain('@min-[40rem]/rows:hidden')
    expect(noteOf(chosen, 'reason')).toBeUndefined()
    expect(noteOf(chosen, 'owner')).toBeUndefined()
  })
})
