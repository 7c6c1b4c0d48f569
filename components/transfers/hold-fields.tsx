import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

type HoldFieldsProps = {
  values: Record<string, string>
  /** The short name of the reader's zone, in which the end is typed. */
  zone: string
  error: string | undefined
}

/** Whether the money waits, and until when. */
export function HoldFields({ values, zone, error }: HoldFieldsProps) {
  return (
    <fieldset className="grid gap-3 border-t border-line pt-4">
      <legend className="sr-only">Hold</legend>
      <Checkbox
        name="on_hold"
        value="true"
        defaultChecked={values.on_hold === 'true'}
        label="Keep it on hold"
        hint="The money leaves your balance now, and the wallet gets it when the hold ends."
      />
      <HoldUntil values={values} zone={zone} error={error} />
    </fieldset>
  )
}

/** When a hold ends by itself. */
export function HoldUntil({ values, zone, error }: HoldFieldsProps) {
  return (
    <Field
      label={`Ends, ${zone}`}
      optional
      error={error}
      hint="Without an end it waits until somebody releases it."
    >
      {(control) => (
        <TextInput
          {...control}
          type="datetime-local"
          name="on_hold_until"
          figures
          className="max-w-64"
          defaultValue={values.on_hold_until ?? ''}
        />
      )}
    </Field>
  )
}
