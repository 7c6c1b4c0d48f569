'use client'
import { useFieldArray } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/checkbox.tsx'
import { Plus, X } from '#components/ui/icons.tsx'
import { BillTextField, useBillForm } from './form-context.tsx'

/** Off the whole bill, and on top of it. */
export function ExtraFields({ symbol }: { symbol: string }) {
  const form = useBillForm()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'charges' })
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-3 max-phone:grid-cols-1">
        <BillTextField
          name="discount"
          label="Bill discount"
          optional
          figures
          placeholder="50 or 10%"
          hint="Before tax, distributed over the line items."
        />
        <BillTextField
          name="delivery"
          label="Delivery charge"
          optional
          figures
          inputMode="decimal"
          before={symbol}
          placeholder="0.00"
          hint="Added after tax. Add taxable charges as line items."
        />
      </div>
      {fields.map((field, at) => (
        <div key={field.id} className="grid grid-cols-[minmax(0,1fr)_150px_32px] items-start gap-2">
          <BillTextField
            name={`charges.${at}.description`}
            label={`Charge ${at + 1}`}
            placeholder="Packing"
            maxLength={200}
          />
          <BillTextField
            name={`charges.${at}.amount`}
            label="Amount"
            figures
            inputMode="decimal"
            before={symbol}
          />
          <Button
            variant="quiet"
            size="icon"
            className="mt-6.5"
            aria-label={`Remove charge ${at + 1}`}
            onClick={() => remove(at)}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      <Button
        variant="quiet"
        size="small"
        className="-ml-2 justify-self-start"
        onClick={() => append({ description: '', amount: '' })}
      >
        <Plus aria-hidden="true" /> Add charge
      </Button>
      <Switch
        {...form.register('round_off')}
        defaultChecked={form.formState.defaultValues?.round_off ?? true}
        label="Round to the nearest rupee"
      />
    </div>
  )
}
