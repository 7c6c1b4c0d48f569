import type { Metadata } from 'next'
import { removeLogoAction, setLogoAction, updateBusinessAction } from '#app/(dashboard)/settings/actions.ts'
import { BusinessForm } from '#components/settings/business-form.tsx'
import { LogoForm } from '#components/settings/logo-form.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchBusiness } from '#lib/domain/merchants/fetch.ts'
import { updateBusiness } from '#lib/domain/merchants/update-business.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Business · Settings' }

export default async function BusinessSettings({ searchParams }: PageProps<'/settings/business'>) {
  const [business, { permissions }, { saved }] = await Promise.all([
    read(fetchBusiness, {}),
    requireStaff(),
    searchParams,
  ])
  const disabledReason = permissions.has(updateBusiness.permission)
    ? null
    : missingPermission(updateBusiness.permission)
  return (
    <>
      <PageHead title="Business details">
        Seller details on payment pages, bills, receipts and statements. Shared by test and live mode.
      </PageHead>
      <BusinessForm
        business={business}
        saved={saved === '1'}
        disabledReason={disabledReason}
        initial={openForm({
          name: business.name,
          billing_label: business.billing_label,
          gstin: business.gstin ?? '',
          address: business.address ?? '',
          support_email: business.support_email ?? '',
          support_phone: business.support_phone ?? '',
          support_url: business.support_url ?? '',
          brand_color: business.brand_color === null ? '' : `#${business.brand_color}`,
        })}
        action={updateBusinessAction}
      />
      <LogoForm
        logo={business.logo}
        disabledReason={disabledReason}
        initial={openForm()}
        setAction={setLogoAction}
        removing={openForm()}
        removeAction={removeLogoAction}
      />
    </>
  )
}
