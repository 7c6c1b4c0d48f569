import type { BillLayout } from '#lib/print/bill-layout.ts'
import type { LayoutLine } from '#lib/print/bill-lines.ts'

/** A term of tax law, the same in every language. */
const HSN = 'HSN'

/** The table of items. On narrow paper quantity and price stand below the name. */
export function BillLines({ layout }: { layout: BillLayout }) {
  const { columns, labels } = layout
  return (
    <table className="bill-lines">
      <caption className="bill-hidden">{labels.items}</caption>
      <thead>
        <tr>
          <th scope="col">{labels.item}</th>
          {columns.hsn && (
            <th scope="col" className="bill-wide">
              {labels.hsn}
            </th>
          )}
          <th scope="col" className="bill-figure bill-wide">
            {labels.qty}
          </th>
          {columns.unit && (
            <th scope="col" className="bill-figure bill-wide">
              {labels.price}
            </th>
          )}
          <th scope="col" className="bill-figure">
            {labels.amount}
          </th>
        </tr>
      </thead>
      {layout.lines.map((line, index) => (
        // Lines have no name of their own, and the bill is drawn once.
        // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
        <tbody key={index}>
          <Row line={line} columns={columns} />
          {line.parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: likewise
            <Row key={at} line={part} columns={columns} part />
          ))}
        </tbody>
      ))}
    </table>
  )
}

type RowProps = { line: LayoutLine; columns: BillLayout['columns']; part?: boolean }

function Row({ line, columns, part = false }: RowProps) {
  const priced = line.unit === '' ? line.quantity : `${line.quantity} × ${line.unit}`
  return (
    <tr className={part ? 'bill-part' : undefined}>
      <th scope="row">
        <span className="bill-name">{line.name}</span>
        <span className="bill-note bill-narrow">
          {line.hsn === '' ? priced : `${priced} · ${HSN}\u00a0${line.hsn}`}
        </span>
        {line.notes.map((note) => (
          <span key={note} className="bill-note">
            {note}
          </span>
        ))}
      </th>
      {columns.hsn && <td className="bill-wide">{line.hsn}</td>}
      <td className="bill-figure bill-wide">{line.quantity}</td>
      {columns.unit && <td className="bill-figure bill-wide">{line.unit}</td>}
      <td className="bill-figure">{line.total}</td>
    </tr>
  )
}
