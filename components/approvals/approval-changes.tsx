import type { Change } from '#lib/domain/approvals/schema.ts'

/** What a looser limit would change: before and after, in words. */
export function ApprovalChanges({ changes }: { changes: Change[] }) {
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className="mb-2 text-table font-semibold">
        Changes
      </h2>
      <div className="rows-box">
        <table className="rows">
          <caption className="sr-only">Changes, before and after</caption>
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label, before, after }) => (
              <tr key={label}>
                <th scope="row" data-place="title">
                  {label}
                </th>
                <td data-place="detail" className="wrap-anywhere text-ink-2">
                  {before}
                </td>
                <td data-place="amount" className="wrap-anywhere font-semibold">
                  {after}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
