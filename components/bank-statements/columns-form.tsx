'use client'
import { SelectField, TextField } from '#components/shared/form/fields.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { columnsForm } from './bank-forms.ts'

type ColumnsFormProps = { id: string; heads: string[]; action: FormAction; initial: FormState }

const DATE_ORDERS = { dmy: 'Day, month, year', mdy: 'Month, day, year', ymd: 'Year, month, day' }

export function ColumnsForm({ id, heads, action, initial }: ColumnsFormProps) {
  const form = useStaffForm({ action, initial, declaration: columnsForm })
  const named = heads.map((head, at) => [String(at), `${at + 1}. ${head || 'Without a heading'}`])
  const columns: Record<string, string> = Object.fromEntries(named)
  const optional = { ...columns, '': 'Not in the file' }
  return (
    <StaffForm form={form} hidden={{ id }} className="grid max-w-140 gap-5">
      <FormError title="Columns not saved" />
      <TextField
        name="account_number"
        label="Account number"
        hint="Of the bank account. Stored encrypted; pages show the last 4 characters."
        autoComplete="off"
        maxLength={34}
        mono
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField name="date" label="Date" options={columns} />
        <SelectField name="date_order" label="Date format" options={DATE_ORDERS} />
        <SelectField name="credit" label="Credits" options={optional} />
        <SelectField name="debit" label="Debits" options={optional} />
        <SelectField
          name="amount"
          label="Amount"
          hint="If credits and debits share a column."
          options={optional}
        />
        <SelectField
          name="side"
          label="Credit or debit"
          hint="With one column of amounts: CR or DR."
          options={optional}
        />
        <SelectField name="reference" label="Reference" hint="UTR or cheque number." options={optional} />
        <SelectField name="description" label="Description" options={optional} />
        <SelectField
          name="balance"
          label="Balance"
          hint="After each booking: tells equal ones apart."
          options={optional}
        />
      </div>
      <div>
        <Submit variant="default" pendingText="Reading…">
          Update preview
        </Submit>
      </div>
    </StaffForm>
  )
}
