'use client'
import { TextField } from '#components/shared/form/fields.tsx'
import { useForm } from '#components/shared/form/staff-form.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'

/** Whether the money waits, and until when. @param zone the short name of the reader's zone, in which it is typed */
export function HoldFields({ zone }: { zone: string }) {
  const { initialOf } = useForm()
  return (
    <fieldset className="grid gap-3 border-t border-line pt-4">
      <legend className="sr-only">Hold</legend>
      <Checkbox
        name="on_hold"
        value="true"
        defaultChecked={initialOf('on_hold') === 'true'}
        label="Keep on hold"
        hint="Deducted from your balance now, added to the wallet when the hold ends."
      />
      <HoldUntil zone={zone} />
    </fieldset>
  )
}

/** When a hold ends by itself. */
export function HoldUntil({ zone }: { zone: string }) {
  return (
    <TextField
      name="on_hold_until"
      label={`Hold ends, ${zone}`}
      optional
      hint="Leave blank to hold until released manually."
      type="datetime-local"
      figures
      className="max-w-64"
    />
  )
}
