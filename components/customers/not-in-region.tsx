import { NothingYet } from '#components/ui/empty-state.tsx'
import { PageHead } from '#components/ui/page-head.tsx'

/** For an account in the United States. */
export function NotInRegion({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <NothingYet title="Customers are not available in your region">
        Accounts in India, Malaysia and Singapore can keep customers. Payments and orders work without them.
      </NothingYet>
    </>
  )
}
