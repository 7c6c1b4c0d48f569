import type { Metadata } from 'next'
import { createCustomerAction } from '#app/(dashboard)/customers/actions.ts'
import { CustomerForm } from '#components/customers/customer-form.tsx'
import { NO_CUSTOMER, valuesOf } from '#components/customers/customer-form-state.ts'
import { CustomerSheet } from '#components/customers/customer-sheet.tsx'
import { NotInRegion } from '#components/customers/not-in-region.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { countCustomers } from '#lib/domain/customers/fetch.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny, tryRead } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Create customer · Customers' }

export default async function NewCustomer() {
  const { permissions } = await requireStaff()
  if (!permissions.has(createCustomer.permission)) deny()
  const available = await tryRead(countCustomers, {})
  if (!available.ok && available.reason === 'not_available_in_region')
    return <NotInRegion title="Create customer" />
  return (
    <>
      <PageHead title="Create customer" />
      <CustomerSheet>
        <CustomerForm
          expected={NO_CUSTOMER}
          initial={openForm(valuesOf(NO_CUSTOMER, null))}
          action={createCustomerAction}
        />
      </CustomerSheet>
    </>
  )
}
