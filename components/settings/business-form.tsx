'use client'
import { TextAreaField, TextField } from '#components/shared/form/fields.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Slip } from '#components/ui/slip.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { Business } from '#lib/domain/merchants/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { businessForm } from './business-form-state.ts'
import { SellerPreview } from './seller-preview.tsx'

type BusinessFormProps = {
  business: Business
  /** Whether this page follows a form that was saved. */
  saved: boolean
  /** Why this person may not change it, or null. */
  disabledReason: string | null
  initial: FormState
  action: FormAction
}

/** GSTIN, address and billing label, with the head of a bill as they make it. */
export function BusinessForm({ business, saved, disabledReason, initial, action }: BusinessFormProps) {
  const form = useStaffForm({ action, initial, declaration: businessForm })
  const typed = (name: string) => String(form.hook.watch(name) ?? form.initialOf(name) ?? '')
  const values = { billing_label: typed('billing_label'), gstin: typed('gstin'), address: typed('address') }
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
          <Field label="Name" hint="Set when the merchant was created.">
            {(control) => <TextInput {...control} defaultValue={business.name} readOnly />}
          </Field>
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
          <div className="border-t border-line pt-5">
            {disabledReason ? (
              <DisabledAction variant="primary" reason={disabledReason}>
                Save
              </DisabledAction>
            ) : (
              <Submit pendingText="Saving…">Save</Submit>
            )}
          </div>
        </div>
      </Slip>
    </StaffForm>
  )
}
