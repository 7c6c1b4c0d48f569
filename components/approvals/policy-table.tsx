import { POLICY, POLICY_NOTES } from '#lib/domain/approvals/schema/policy.ts'

/** The approval policy, row by row, as it is enforced. */
export function PolicyTable() {
  return (
    <section aria-labelledby="policy" className="mt-8 max-w-280">
      <h2 id="policy" className="mb-2 text-table font-semibold">
        Approval rules
      </h2>
      <ul className="mb-4 grid max-w-[72ch] list-disc gap-1 pl-5 text-ink-2">
        {POLICY_NOTES.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <ul className="grid gap-3 desk:grid-cols-2">
        {POLICY.map(({ who, what, how_much, over, loosened_by }) => (
          <li key={`${who} ${what}`} className="rounded-control border border-line p-3">
            <h3 className="font-[540]">{who}</h3>
            <dl className="mt-1 grid gap-x-3 gap-y-1 text-table desk:grid-cols-[7rem_1fr]">
              <Row term="Action">{what}</Row>
              <Row term="Amount">{how_much}</Row>
              <Row term="Period">{over}</Row>
              <Row term="Loosened by">{loosened_by}</Row>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ term, children }: { term: string; children: string }) {
  return (
    <>
      <dt className="text-ink-2">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
