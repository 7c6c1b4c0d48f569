import { C, Facts, type GuideProps, Part, Program } from './prose.tsx'

export function Paging({ reader }: GuideProps) {
  return (
    <>
      <p>Lists are collections, newest first: ten items unless you ask for more.</p>
      <Facts
        caption="Parameters of every list"
        heads={['Parameter', 'Means']}
        rows={[
          [<C key="1">count</C>, '1 to 100, default 10.'],
          [<C key="2">starting_after</C>, 'An id: the page after it, which is older.'],
          [<C key="3">ending_before</C>, 'An id: the page before it, which is newer.'],
          [<C key="4">skip</C>, 'How many of the newest to pass over. Its cost grows with it.'],
          [<C key="5">from, to</C>, 'Unix seconds, both included.'],
        ]}
      />
      <Part id="all" title="Everything, once">
        <p>
          Go on from the last id until a page is shorter than you asked for. New records arrive at the front,
          so nothing is missed and nothing comes twice.
        </p>
        <Program name="paging-node" reader={reader} />
      </Part>
      <Part id="filters" title="Filters and expand">
        <p>
          Each list has filters of its own, such as <C>status</C> or <C>amount[gte]</C>; the reference names
          them. <C>expand[]=card</C> puts the card into a payment, <C>expand[]=payments</C> the payments into
          an order. An unknown parameter is refused, so that a typo does not show you everything.
        </p>
      </Part>
    </>
  )
}
