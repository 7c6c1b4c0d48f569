'use client'
import { TextAreaField, TextField } from '#components/shared/form/fields.tsx'
import { SaveOrReason } from '#components/shared/form/save-or-reason.tsx'
import { FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import type { Business } from '#lib/domain/merchants/schema.ts'
import { inkOn } from '#lib/values/brand.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { gstStateOf, isGstin } from '#lib/values/gstin.ts'
import { businessForm } from './business-form-state.ts'

type BusinessFormProps = {
  business: Business
  /** Whether this page follows a form that was saved. */
  saved: boolean
  /** Why this person may not change it, or null. */
  disabledReason: string | null
  initial: FormState
  action: FormAction
}

/** The details of the seller, with the head of a bill as they make it. */
export function BusinessForm({ business, saved, disabledReason, initial, action }: BusinessFormProps) {
  const form = useStaffForm({ action, initial, declaration: businessForm })
  const typed = (name: string) => String(form.hook.watch(name) ?? form.initialOf(name) ?? '')
  const values = {
    name: typed('name'),
    billing_label: typed('billing_label'),
    gstin: typed('gstin'),
    address: typed('address'),
  }
  const readOnly = disabledReason !== null
  return (
    <StaffForm form={form}>
      <Slip stub={<SellerPreview business={business} values={values} />}>
        <div className="grid max-w-130 gap-5">
          {saved && !form.state.error && (
            <Notice tone="good" role="status">
              Business details saved.
            </Notice>
          )}
          <FormError title="Business details not saved" />
          <TextField
            name="name"
            label="Name"
            required
            hint="Shown to payers, customers and staff."
            maxLength={100}
            autoComplete="organization"
            readOnly={readOnly}
          />
          {business.country === 'IN' && (
            <TextField
              name="gstin"
              label="GSTIN"
              optional
              hint="The first 2 digits are your state code, which decides between CGST with SGST and IGST on bills."
              mono
              spellCheck={false}
              autoCapitalize="characters"
              maxLength={20}
              placeholder="29ABCDE1234F1Z5"
              readOnly={readOnly}
            />
          )}
          <TextAreaField
            name="address"
            label="Address"
            optional
            hint="As printed on bills, up to 6 lines."
            rows={4}
            autoComplete="street-address"
            readOnly={readOnly}
          />
          <TextField
            name="billing_label"
            label="Billing label"
            required
            hint="Default payout narration on bank statements: letters, digits and spaces, up to 30."
            maxLength={30}
            readOnly={readOnly}
          />
          <fieldset className="grid gap-5 border-t border-line pt-5">
            <legend className="contents">
              <span className="text-lead font-semibold">Support contact</span>
            </legend>
            <p className="-mt-4 text-table text-ink-2">Shown on payment pages and bills.</p>
            <TextField
              name="support_email"
              label="Support email"
              optional
              type="email"
              autoComplete="email"
              maxLength={64}
              readOnly={readOnly}
            />
            <TextField
              name="support_phone"
              label="Support phone"
              optional
              type="tel"
              autoComplete="tel"
              maxLength={20}
              readOnly={readOnly}
            />
            <TextField
              name="support_url"
              label="Help page"
              optional
              type="url"
              inputMode="url"
              placeholder="https://shop.example/help"
              maxLength={200}
              readOnly={readOnly}
            />
          </fieldset>
          <TextField
            name="brand_color"
            label="Brand colour"
            optional
            hint="Hex colour of the Pay button."
            mono
            spellCheck={false}
            maxLength={7}
            placeholder="#1f7a4d"
            readOnly={readOnly}
            note={<ColorSample typed={typed('brand_color')} />}
          />
          <SaveOrReason disabledReason={disabledReason} />
        </div>
      </Slip>
    </StaffForm>
  )
}

/** The colour as the button that pays will show it. Drawn as SVG, since a page allows no styles in its elements. */
function ColorSample({ typed }: { typed: string }) {
  const color = typed.trim().replace(/^#/, '').toLowerCase()
  if (!/^[0-9a-f]{6}$/.test(color)) return null
  return (
    <svg viewBox="0 0 120 36" width="120" height="36" className="mt-2 rounded-control" aria-hidden="true">
      <rect width="120" height="36" fill={`#${color}`} />
      <text x="60" y="23" textAnchor="middle" fontSize="14" fontWeight="550" fill={`#${inkOn(color)}`}>
        Pay ₹1,250.00
      </text>
    </svg>
  )
}

type SellerPreviewProps = {
  business: Business
  values: { name: string; billing_label: string; gstin: string; address: string }
}

/** The seller as on the head of a bill, and the missing data of a tax invoice. */
function SellerPreview({ business, values }: SellerPreviewProps) {
  const gstin = values.gstin.trim().toUpperCase()
  const state = isGstin(gstin) ? gstStateOf(gstin) : null
  const lacking = [
    ...(state === null ? ['a GSTIN'] : []),
    ...(values.address.trim() === '' ? ['an address'] : []),
  ]
  return (
    <>
      <StubSection title="Bill header preview">
        <p className="font-semibold">{values.name.trim() || business.name}</p>
        <p className="text-table whitespace-pre-line text-ink-2 wrap-anywhere">
          {values.address.trim() || 'No address yet'}
        </p>
        {business.country === 'IN' && (
          <p className="mt-1 text-table text-ink-2">
            GSTIN <span className="mono">{gstin || '—'}</span>
          </p>
        )}
      </StubSection>
      {business.country === 'IN' && (
        <StubSection title="For a tax invoice">
          <p className="text-table text-ink-2" role="status">
            {lacking.length > 0
              ? `A tax invoice needs ${lacking.join(' and ')}.`
              : `Complete. You sell from ${state?.name} (state code ${state?.code}).`}
          </p>
        </StubSection>
      )}
    </>
  )
}
