import type { Metadata } from 'next'
import { customerOf } from '#app/(dashboard)/customers/[id]/record.ts'
import { editCustomerAction } from '#app/(dashboard)/customers/actions.ts'
import { CustomerForm } from '#components/customers/customer-form.tsx'
import { valuesOf } from '#components/customers/customer-form-state.ts'
import { calledOf } from '#components/customers/customer-labels.ts'
import { CustomerSheet } from '#components/customers/customer-sheet.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { updateCustomerIfUnchanged } from '#lib/domain/customers/update.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'
import { phoneText } from '#lib/values/phone.ts'

type Props = PageProps<'/customers/[id]/edit'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${calledOf(await customerOf((await params).id))} · Customers` }
}

export default async function EditCustomer({ params }: Props) {
  const { id } = await params
  const [{ permissions }, customer] = await Promise.all([requireStaff(), customerOf(id)])
  if (!permissions.has(updateCustomerIfUnchanged.permission)) deny()
  const { name, email, contact, gstin, notes } = customer
  const phone = contact === null ? null : phoneText(contact)
  const expected = { name, email, contact, gstin, notes: Array.isArray(notes) ? {} : notes }
  return (
    <>
      <Crumbs href="/customers" label="Customers" id={id} />
      <h1 className="mb-3.5 text-title font-semibold tracking-[-0.012em] wrap-anywhere">
        Edit {calledOf(customer)}
      </h1>
      <CustomerSheet editing>
        <CustomerForm
          edited={{ id, phone }}
          expected={expected}
          initial={openForm(valuesOf(expected, phone))}
          action={editCustomerAction}
        />
      </CustomerSheet>
    </>
  )
}
