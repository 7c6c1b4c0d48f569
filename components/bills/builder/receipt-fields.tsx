'use client'
import {
  BILL_TYPE_LABELS,
  BUSINESS_LABELS,
  CATEGORY_LABELS,
  DELIVERY_LABELS,
} from '#lib/domain/bills/schema/labels.ts'
import { BillSelectField, BillTextField } from './form-context.tsx'
import { useLiveBill } from './live.tsx'
import { IssuedNumberField, NumberField } from './number-field.tsx'

/** The kind of the bill, and its number. Three of them are fixed once the bill exists. */
export function ReceiptFields({ issued, after }: { issued: boolean; after: string | null }) {
  const settled = issued ? "Can't be changed after issue." : undefined
  return (
    <div className="grid grid-cols-6 gap-x-3 gap-y-4">
      <BillSelectField
        name="receipt_type"
        label="Bill"
        options={BILL_TYPE_LABELS}
        className="col-span-3 max-phone:col-span-6"
      />
      {issued ? <IssuedNumberField /> : <NumberField after={after} />}
      <BillTextField
        name="issued_at"
        label="Date and time"
        type="datetime-local"
        figures
        className="col-span-3 max-phone:col-span-6"
      />
      <BillSelectField
        name="receipt_delivery"
        label="Delivery"
        options={DELIVERY_LABELS}
        className="col-span-3 max-phone:col-span-6"
      />
      <BillSelectField
        name="business_category"
        label="Business"
        options={CATEGORY_LABELS}
        disabled={issued}
        hint={settled}
        className="col-span-2 max-phone:col-span-6"
      />
      <BillSelectField
        name="business_type"
        label="Sales channel"
        options={BUSINESS_LABELS}
        disabled={issued}
        className="col-span-2 max-phone:col-span-3"
      />
      <BillTextField
        name="store_code"
        label="Store"
        optional
        maxLength={64}
        className="col-span-1 max-phone:col-span-3"
      />
      <BillTextField
        name="order_number"
        label="Order"
        optional
        maxLength={100}
        className="col-span-1 max-phone:col-span-6"
      />
    </div>
  )
}

/** The event of the tickets; only for the category of events. */
export function EventFields() {
  const { draft } = useLiveBill()
  if (draft.business_category !== 'events') return null
  return (
    <fieldset className="grid grid-cols-6 gap-x-3 gap-y-4">
      <legend className="mb-3 text-lead font-semibold">Event</legend>
      <BillTextField
        name="event.name"
        label="Event name"
        maxLength={255}
        className="col-span-3 max-phone:col-span-6"
      />
      <BillTextField
        name="event.location"
        label="Venue"
        optional
        className="col-span-3 max-phone:col-span-6"
      />
      <BillTextField
        name="event.starts"
        label="Starts"
        optional
        type="datetime-local"
        figures
        className="col-span-2 max-phone:col-span-6"
      />
      <BillTextField
        name="event.ends"
        label="Ends"
        optional
        type="datetime-local"
        figures
        className="col-span-2 max-phone:col-span-6"
      />
      <BillTextField name="event.room" label="Room" optional className="col-span-2 max-phone:col-span-6" />
      <BillTextField
        name="event.seats"
        label="Seats"
        optional
        hint="Separate with commas: A12, A13."
        className="col-span-6"
      />
    </fieldset>
  )
}
