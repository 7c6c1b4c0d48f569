import type { Change } from '#lib/domain/approvals/schema.ts'

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
