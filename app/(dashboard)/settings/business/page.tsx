import type { Metadata } from 'next'
import { updateBusinessAction } from '#app/(dashboard)/settings/business/actions.ts'
import { BusinessForm } from '#components/settings/business-form.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchBusiness } from '#lib/domain/merchants/fetch-business.ts'
import { missingPermission } from '#lib/permissions.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Business · Settings' }

export default async function BusinessSettings({ searchParams }: PageProps<'/settings/business'>) {
  const [business, { permissions }, { saved }] = await Promise.all([
    read(fetchBusiness, {}),
    requireStaff(),
    searchParams,
  ])
  return (
    <>
      <PageHead title="Business details">
        Seller details on bills, receipts and statements. Shared by test and live mode.
      </PageHead>
      <BusinessForm
        business={business}
        saved={saved === '1'}
        disabledReason={permissions.has('business:write') ? null : missingPermission('business:write')}
        initial={openForm({
          billing_label: business.billing_label,
          gstin: business.gstin ?? '',
          address: business.address ?? '',
        })}
        action={updateBusinessAction}
      />
    </>
  )
}
