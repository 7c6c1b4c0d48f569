import type { Fact, LayoutPerson } from '#lib/print/bill-facts.ts'
import type { BillLayout } from '#lib/print/bill-layout.ts'
import { logoPath } from '#lib/values/logo-path.ts'

/** The seller, the kind of bill, the customer, and the event of its tickets. */
export function BillHead({ layout, heading: Heading }: { layout: BillLayout; heading: 'h1' | 'h2' | 'h3' }) {
  return (
    <>
      <header className="bill-head">
        <SellerBlock layout={layout} />
        <div className="bill-title">
          <Heading>{layout.title}</Heading>
          <dl className="bill-numbers">
            <div>
              <dt>{layout.labels.number}</dt>
              <dd>{layout.number}</dd>
            </div>
            <div>
              <dt>{layout.labels.date}</dt>
              <dd>{layout.date}</dd>
            </div>
          </dl>
        </div>
      </header>
      {layout.test && <p className="bill-test">{layout.labels.test}</p>}
      {(layout.people.length > 0 || layout.facts.length > 0) && (
        <div className="bill-parties">
          {layout.people.map((person) => (
            <Person key={person.title} person={person} />
          ))}
          {layout.facts.length > 0 && (
            <div className="bill-block">
              <BillFacts facts={layout.facts} />
            </div>
          )}
        </div>
      )}
      {layout.event && (
        <section className="bill-event" aria-label={layout.labels.event}>
          <p className="bill-strong bill-event-name">{layout.event.name}</p>
          <BillFacts facts={layout.event.facts} />
        </section>
      )}
    </>
  )
}

function SellerBlock({ layout }: { layout: Pick<BillLayout, 'seller'> }) {
  return (
    <div className="bill-seller">
      {layout.seller.logo && <SellerLogo logo={layout.seller.logo} />}
      <p className="bill-seller-name">{layout.seller.name}</p>
      {layout.seller.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {layout.seller.help && <p>{layout.seller.help}</p>}
    </div>
  )
}

/** The name stands below it, so the picture says nothing more. */
function SellerLogo({ logo }: { logo: NonNullable<BillLayout['seller']['logo']> }) {
  return (
    // biome-ignore lint/performance/noImgElement: a bill has no script, and the file is small and final.
    <img className="bill-logo" src={logoPath(logo.hash)} width={logo.width} height={logo.height} alt="" />
  )
}

function Person({ person }: { person: LayoutPerson }) {
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

export function BillFacts({ facts }: { facts: Fact[] }) {
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
