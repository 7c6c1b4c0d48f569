import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import type { BillVersion } from '#lib/domain/bills/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { capitalized } from '#lib/values/text.ts'

const NAMES: Record<string, string> = {
  line_items: 'Line',
  payments: 'Payment',
  receipt_summary: '',
  receipt_timestamp: 'date',
  receipt_type: 'type',
  receipt_delivery: 'delivery',
  net_payable_amount: 'net payable',
  sub_total_amount: 'sub-total',
  total_tax_amount: 'total tax',
  total_discount_amount: 'total discount',
  roundup_amount: 'round-off',
  change_amount: 'change',
  unit_amount: 'price',
  total_amount: 'amount',
  hsn_code: 'HSN',
  delivery_charges: 'delivery charge',
  additional_charges: 'charge',
  discounts: 'discount',
  taxes: 'tax',
  seats: 'seat',
  payment_reference_id: 'reference',
}

/** The label of a field of a bill: "line_items.0.unit_amount" is "Line 1, price". */
export function fieldLabel(field: string): string {
  const words: string[] = []
  for (const part of field.split('.')) {
    const last = words.length - 1
    if (/^\d+$/.test(part)) words[last] = `${words[last]} ${Number(part) + 1}`
    else words.push(NAMES[part] ?? part.replaceAll('_', ' '))
  }
  return capitalized(words.filter((word) => word !== '').join(', '))
}

/** How a value is formatted: as an amount, a timestamp or text. */
export function differenceKindOf(field: string, value: unknown): 'amount' | 'timestamp' | 'text' {
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
  if (typeof value !== 'number') return 'text'
  if (name === 'amount' || name.endsWith('_amount') || name.endsWith('_charges')) return 'amount'
  return name.endsWith('_timestamp') ? 'timestamp' : 'text'
}

/** Any other value in few words: an object by its properties. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(valueText).join('; ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, field]) => `${name.replaceAll('_', ' ')}: ${valueText(field)}`)
    .join(', ')
}

type BillVersionsProps = {
  versions: BillVersion[]
  /** When it was withdrawn and by whom, or null while it is valid. */
  deletion: { at: number; by: string | null } | null
}

/** Every version of a bill, newest first, with its changed fields. */
export function BillVersions({ versions, deletion }: BillVersionsProps) {
  return (
    <ol className="grid gap-6" aria-label="Versions, newest first">
      {deletion && (
        <li>
          <h2 className="text-table font-semibold text-bad">Withdrawn</h2>
          <p className="text-small text-ink-2">
            <Time at={deletion.at} form="full" focusable />
            {deletion.by && ` by ${deletion.by}`}. The last version is kept and not public.
          </p>
        </li>
      )}
      {versions.map((version) => (
        <li key={version.version}>
          <h2 className="text-table font-semibold">
            Version {version.version}
            {version.version === versions.length && !deletion && (
              <span className="text-ink-3"> · current</span>
            )}
          </h2>
          <p className="text-small text-ink-2">
            <Time at={version.created_at} form="full" focusable />
            {version.created_by && ` by ${creatorText(version.created_by)}`}
          </p>
          {version.version === 1 ? (
            <p className="mt-1.5 text-table text-ink-2">
              Issued for{' '}
              <Money
                amount={version.body.receipt_summary.net_payable_amount}
                currency={version.body.receipt_summary.currency}
              />
              .
            </p>
          ) : (
            <Differences version={version} />
          )}
        </li>
      ))}
    </ol>
  )
}

function Differences({ version }: { version: BillVersion }) {
  const { differences, body } = version
  if (differences.length === 0) return <p className="mt-1.5 text-table text-ink-2">Saved without changes.</p>
  return (
    <section
      className="mt-2 overflow-x-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={`Changes in version ${version.version}`}
    >
      <table className="w-full text-[0.8125rem] [&_:is(td,th)]:max-w-[22rem] [&_:is(td,th)]:border-b [&_:is(td,th)]:border-line [&_:is(td,th)]:py-[5px] [&_:is(td,th)]:pr-[12px] [&_:is(td,th)]:text-left [&_:is(td,th)]:align-top [&_:is(td,th)]:[font-weight:inherit] [&_:is(td,th)]:tabular-nums [&_thead_th]:text-[0.75rem] [&_thead_th]:text-ink-3">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, from, to }) => (
            <tr key={field}>
              <th scope="row" title={field}>
                {fieldLabel(field)}
              </th>
              <td className="text-ink-2">
                <Value field={field} value={from} currency={body.receipt_summary.currency} />
              </td>
              <td>
                <Value field={field} value={to} currency={body.receipt_summary.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Value({ field, value, currency }: { field: string; value: unknown; currency: string }) {
  if (value === null || value === undefined) return <span className="text-ink-3">none</span>
  const kind = differenceKindOf(field, value)
  if (kind === 'amount') return <Money amount={value as number} currency={currency} />
  if (kind === 'timestamp') return <Time at={value as number} form="full" />
  return <span className="wrap-anywhere">{valueText(value)}</span>
}
