import { C, CodeSample, Facts, type GuideProps, Part } from './prose.tsx'

export function Paging({ reader }: GuideProps) {
  return (
    <>
      <p>Lists are collections, newest first, with 10 items by default.</p>
      <Facts
        caption="Parameters of every list"
        heads={['Parameter', 'Meaning']}
        rows={[
          [<C key="1">count</C>, '1 to 100, default 10.'],
          [<C key="2">starting_after</C>, 'ID: returns the next page, with older items.'],
          [<C key="3">ending_before</C>, 'ID: returns the previous page, with newer items.'],
          [<C key="4">skip</C>, 'Number of newest items to skip. Slower for deep pages.'],
          [<C key="5">from, to</C>, 'Unix timestamps in seconds, inclusive.'],
        ]}
      />
      <Part id="all" title="Read a whole list">
        <p>
          Continue from the last ID until a page has fewer items than you asked for. New records appear at the
          front, so nothing is missed or returned twice.
        </p>
        <CodeSample name="paging-node" reader={reader} />
      </Part>
      <Part id="filters" title="Filters and expand">
        <p>
          Each list has its own filters, such as <C>status</C> or <C>amount[gte]</C>; see the API reference.{' '}
          <C>expand[]=card</C> includes the card in a payment, <C>expand[]=payments</C> the payments in an
          order. Unknown parameters are rejected, so a typo never returns unfiltered results.
        </p>
        <p>
          Lists that are also in the dashboard take its filter text:{' '}
          <C>query=status:captured amount:&gt;5000 -method:wallet created:last-month</C> returns the rows that
          the dashboard lists for it. Amounts are in the main currency unit, days are those of your country.
          The API reference has an example for each list with a <C>query</C>.
        </p>
      </Part>
    </>
  )
}
