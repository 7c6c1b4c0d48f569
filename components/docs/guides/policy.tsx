import { POLICY, POLICY_NOTES } from '#lib/domain/approvals/schema/policy.ts'

/** The approval policy as the guide shows it, from the same rows as the settings. */
export function Policy() {
  return (
    <>
      <dl>
        {POLICY.map(({ who, what, how_much, over, loosened_by }) => (
          <div key={`${who} ${what}`} className="mb-3">
            <dt className="font-semibold">
              {who}: {what}
            </dt>
            <dd>
              {how_much}. Counted over: {over}. Loosening: {loosened_by}.
            </dd>
          </div>
        ))}
      </dl>
      <ul>
        {POLICY_NOTES.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  )
}
