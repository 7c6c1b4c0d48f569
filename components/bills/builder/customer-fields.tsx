'use client'
import { type BillDraft, blankCustomer, type DraftSetting } from '#components/bills/draft/draft.ts'
import type { FoundCustomer } from '#components/customers/customer-labels.ts'
import { CustomerPicker } from '#components/customers/customer-picker.tsx'
import { Button } from '#components/ui/button.tsx'
import { X } from '#components/ui/icons.tsx'
import { Id } from '#components/ui/id.tsx'
import { GST_STATES, gstStateOf, isGstin } from '#lib/values/gstin.ts'
import { BillSelectField, BillTextField, useBillForm } from './form-context.tsx'
import { useLiveBill } from './live.tsx'

/** The customer of the bill: a known one, or typed details. */
export function BillCustomerFields({ setting }: { setting: DraftSetting }) {
  const form = useBillForm()
  const { draft } = useLiveBill()
  const { customer_id } = draft.customer
  const set = (customer: BillDraft['customer']) =>
    form.setValue('customer', customer, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })

  function choose(found: FoundCustomer) {
    const { id, name, email, contact, gstin } = found
    set({
      ...form.getValues('customer'),
      customer_id: id,
      name: name ?? '',
      email: email ?? '',
      contact: contact ?? '',
      gstin: gstin ?? '',
    })
  }
  return (
    <div className="grid gap-4">
      {customer_id === '' ? (
        <CustomerPicker
          label="Known customer"
          hint="Search by email, phone, name or ID, or enter the details below."
          placeholder="Search"
          onChoose={choose}
        />
      ) : (
        <p className="flex flex-wrap items-center gap-2 text-table">
          <span className="text-ink-2">Linked to</span>{' '}
          <Id value={customer_id} href={`/customers/${customer_id}`} />
          <Button variant="quiet" size="small" onClick={() => set({ ...blankCustomer })}>
            <X aria-hidden="true" /> Change customer
          </Button>
        </p>
      )}
      <div className="grid grid-cols-6 gap-x-3 gap-y-4">
        <BillTextField
          name="customer.name"
          label="Name"
          optional
          maxLength={255}
          className="col-span-2 max-phone:col-span-6"
        />
        <BillTextField
          name="customer.email"
          label="Email"
          optional
          inputMode="email"
          className="col-span-2 max-phone:col-span-6"
        />
        <BillTextField
          name="customer.contact"
          label="Phone"
          optional
          inputMode="tel"
          figures
          className="col-span-2 max-phone:col-span-6"
        />
      </div>
      <details className="group/more" open={hasMore(draft)}>
        <summary className="link w-max text-table">GSTIN, address and place of supply</summary>
        <div className="mt-3 grid grid-cols-6 gap-x-3 gap-y-4">
          <BillTextField
            name="customer.gstin"
            label="GSTIN"
            optional
            mono
            autoCapitalize="characters"
            className="col-span-3 max-phone:col-span-6"
          />
          <BillTextField
            name="customer.company_name"
            label="Company"
            optional
            className="col-span-3 max-phone:col-span-6"
          />
          <BillTextField
            name="customer.address"
            label="Address"
            optional
            className="col-span-3 max-phone:col-span-6"
          />
          <BillTextField
            name="customer.city"
            label="City"
            optional
            className="col-span-2 max-phone:col-span-3"
          />
          <BillTextField
            name="customer.pin_code"
            label="PIN"
            optional
            inputMode="numeric"
            figures
            className="col-span-1 max-phone:col-span-3"
          />
          {setting.country === 'IN' && <PlaceOfSupply setting={setting} />}
        </div>
      </details>
    </div>
  )
}

function PlaceOfSupply({ setting }: { setting: DraftSetting }) {
  const { draft, built } = useLiveBill()
  const gstin = draft.customer.gstin.trim().toUpperCase()
  const ofGstin = isGstin(gstin) ? gstStateOf(gstin) : null
  const own = setting.seller_state === null ? null : GST_STATES[setting.seller_state]
  const states = Object.entries(GST_STATES).sort(([, one], [, other]) => one.localeCompare(other))
  return (
    <BillSelectField
      name="customer.place"
      label="Place of supply"
      className="col-span-6"
      disabled={ofGstin !== null}
      hint={
        ofGstin
          ? `${ofGstin.name}, from the GSTIN: ${TAX_LABELS[built.supply]}.`
          : `${TAX_LABELS[built.supply]}.`
      }
      options={[['', own ? `${own}, same as the business` : 'Same as the business'], ...states]}
    />
  )
}

const TAX_LABELS = { state: 'CGST and SGST', territory: 'CGST and UTGST', between: 'IGST' }

function hasMore({ customer }: BillDraft): boolean {
  const { gstin, company_name, address, city, pin_code, place } = customer
  return [gstin, company_name, address, city, pin_code, place].some((text) => text !== '')
}
