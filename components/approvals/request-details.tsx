import type { ReactNode } from 'react'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { quietLink } from '#components/ui/looks.ts'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import { type ApprovalDetails, isLooserRequest } from '#lib/domain/approvals/schema.ts'
import { REASON_NOTE } from '#lib/domain/refunds/schema/reasons.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { OPERATION_LABELS } from './approval-labels.ts'

/** What is requested, field by field in words, and as it will be sent. A looser limit has its changes above. */
export function RequestDetails({ approval }: { approval: ApprovalDetails }) {
  const { input, operation, currency } = approval
  const fields = isLooserRequest(operation) ? [] : fieldsOf(input, currency)
  return (
    <section aria-labelledby="asked">
      <h2 id="asked" className="mb-2 text-table font-semibold">
        Request details
      </h2>
      {fields.length > 0 && (
        <DescriptionList className="[--term:160px] max-phone:[--term:112px]">
          {fields.map(({ term, value }) => (
            <Entry key={term} term={term}>
              {value}
            </Entry>
          ))}
        </DescriptionList>
      )}
      <details className="mt-2">
        <summary className={`${quietLink} -ml-1.5 inline-block`}>View as JSON</summary>
        <CodeBlock code={JSON.stringify(input, null, 2)} label={OPERATION_LABELS[operation] ?? 'Request'} />
      </details>
      <p className="mt-2 text-small text-ink-2">
        Notes are the requester’s own words and are saved as shown.
      </p>
    </section>
  )
}

type Field = { term: string; value: ReactNode }

/** Fields that the page says elsewhere, or that only the operation needs. */
const LEFT_OUT = ['id', 'currency', 'expected_refundable', 'token']
const AMOUNTS = ['amount', 'amount_reversed']
const TIMES = ['on_hold_until']

/** Every field that has a value: nested ones as fields of their own, the reason of the requester first. */
function fieldsOf(input: Record<string, unknown>, currency: string): Field[] {
  const flat = Object.entries(input).flatMap(([name, value]) => flatten(name, value))
  return flat
    .filter(([name, value]) => !LEFT_OUT.includes(name) && value !== null && value !== '')
    .sort(([left], [right]) => Number(right === REASON_NOTE) - Number(left === REASON_NOTE))
    .map(([name, value]) => ({ term: termOf(name), value: shown(name, value, currency) }))
}

function flatten(name: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((each) => flatten(name, each))
  if (typeof value !== 'object' || value === null) return [[name, value]]
  return Object.entries(value).flatMap(([inner, each]) => flatten(inner, each))
}

/** "fund_account_id" is "Fund account". */
function termOf(name: string): string {
  const words = name.replace(/_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function shown(name: string, value: unknown, currency: string): ReactNode {
  if (AMOUNTS.includes(name) && typeof value === 'number') return <Money amount={value} currency={currency} />
  if (TIMES.includes(name) && typeof value === 'number') return <Time at={value} form="full" focusable />
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = String(value)
  const path = objectPath(text)
  return path === null ? text : <Id value={text} href={path} />
}
