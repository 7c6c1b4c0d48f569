import type { Fact } from '#lib/print/bill-facts.ts'
import type { SheetPerson } from '#lib/print/bill-people.ts'
import type { BillSheet } from '#lib/print/bill-sheet.ts'

/** Who sells, what this is, for whom, and the event that it opens the door to. */
export function BillHead({ sheet, heading: Heading }: { sheet: BillSheet; heading: 'h1' | 'h2' | 'h3' }) {
  return (
    <>
      <header className="bill-head">
        <SellerBlock sheet={sheet} />
        <div className="bill-title">
          <Heading>{sheet.title}</Heading>
          <dl className="bill-numbers">
            <div>
              <dt>Number</dt>
              <dd>{sheet.number}</dd>
            </div>
            <div>
              <dt>Date</dt>
              <dd>{sheet.date}</dd>
            </div>
          </dl>
        </div>
      </header>
      {sheet.test && <p className="bill-test">Test bill. No sale took place and nothing is owed.</p>}
      {(sheet.people.length > 0 || sheet.facts.length > 0) && (
        <div className="bill-parties">
          {sheet.people.map((person) => (
            <Person key={person.title} person={person} />
          ))}
          {sheet.facts.length > 0 && (
            <div className="bill-block">
              <Facts facts={sheet.facts} />
            </div>
          )}
        </div>
      )}
      {sheet.event && (
        <section className="bill-event" aria-label="Event">
          <p className="bill-strong bill-event-name">{sheet.event.name}</p>
          <Facts facts={sheet.event.facts} />
        </section>
      )}
    </>
  )
}

function SellerBlock({ sheet }: { sheet: Pick<BillSheet, 'seller'> }) {
  return (
    <div className="bill-seller">
      <p className="bill-seller-name">{sheet.seller.name}</p>
      {sheet.seller.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

function Person({ person }: { person: SheetPerson }) {
  return (
    <div className="bill-block">
      <p className="bill-label">{person.title}</p>
      {person.name !== '' && <p className="bill-strong">{person.name}</p>}
      {person.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

export function Facts({ facts }: { facts: Fact[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="bill-facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
