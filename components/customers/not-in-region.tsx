import { NothingYet } from '#components/ui/empty-state.tsx'
import { PageHead } from '#components/ui/page-head.tsx'

/** For an account in the United States. */
export function NotInRegion({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <NothingYet title="Customers aren't available in your region">
        Customers are available to accounts in India, Malaysia and Singapore. Payments and orders work without
        customers.
      </NothingYet>
    </>
  )
}
