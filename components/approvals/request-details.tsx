import { CodeBlock } from '#components/ui/code-block.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ApprovalDetails, Change } from '#lib/domain/approvals/schema.ts'
import { type Grouping, minorUnit } from '#lib/values/money-text.ts'
import { OPERATION_LABELS } from './approval-labels.ts'
import { requestLines } from './request-labels.ts'

/** A request in words, with the requester's reason; its JSON can be opened. */
export function ApprovalRequestDetails({
  approval,
  grouping,
}: {
  approval: ApprovalDetails
  grouping: Grouping
}) {
  const lines = requestLines(approval, grouping)
  return (
    <section aria-labelledby="asked">
      <h2 id="asked" className="mb-2 text-table font-semibold">
        Request details
      </h2>
      <DescriptionList className="[--term:160px]">
        {approval.request_reason !== null && (
          <Entry term="Reason">
            <span className="wrap-anywhere">{approval.request_reason}</span>
          </Entry>
        )}
        {lines.map(({ label, text, at }) => (
          <Entry key={label} term={label}>
            {at === undefined ? (
              <span className="wrap-anywhere">{text}</span>
            ) : (
              <Time at={at} form="full" focusable />
            )}
          </Entry>
        ))}
      </DescriptionList>
      <details className="mt-3">
        <summary className="cursor-pointer text-small text-ink-2">
          Request as JSON, with amounts in {minorUnit(approval.currency)}
        </summary>
        <div className="mt-2">
          <CodeBlock
            code={JSON.stringify(approval.input, null, 2)}
            label={OPERATION_LABELS[approval.operation] ?? 'Request'}
          />
        </div>
      </details>
      <p className="mt-2 text-small text-ink-2">
        Reasons and notes are the requester’s own words and are saved as shown.
      </p>
    </section>
  )
}

/** The changes of a looser limit, each with its value before and after: labelled at every width. */
export function ApprovalChanges({ changes }: { changes: Change[] }) {
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className="mb-2 text-table font-semibold">
        Changes
      </h2>
      <ul className="border-t border-line text-table">
        {changes.map(({ label, before, after }) => (
          <li key={label} className="border-b border-line py-2.5">
            <p className="mb-1 wrap-anywhere">{label}</p>
            <dl className="grid grid-cols-2 gap-x-4">
              <div>
                <dt className="text-small text-ink-3">Before</dt>
                <dd className="num wrap-anywhere text-ink-2">{before}</dd>
              </div>
              <div>
                <dt className="text-small text-ink-3">After</dt>
                <dd className="num wrap-anywhere font-semibold">{after}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}
