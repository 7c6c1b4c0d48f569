import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { EVENT_GROUPS } from './webhook-labels.ts'

type SendChoiceProps = { path: string; event: string; object: string; problem: string | undefined }

/** Which event of which object: a plain GET form, so that the preview has an address. */
export function SendChoice({ path, event, object, problem }: SendChoiceProps) {
  return (
    <form action={path} className="grid max-w-130 gap-4">
      <Field label="Event">
        {(control) => (
          <Select {...control} name="event" defaultValue={event === '' ? 'payment.captured' : event}>
            {EVENT_GROUPS.map(({ title, names }) => (
              <optgroup key={title} label={title}>
                {names.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Object"
        optional
        error={problem}
        hint="ID of the payment, order, refund or other object. Leave blank for the latest object with this event."
      >
        {(control) => (
          <TextInput
            {...control}
            key={object}
            mono
            name="object"
            defaultValue={object}
            placeholder="pay_…"
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <div>
        <Button type="submit">Preview</Button>
      </div>
    </form>
  )
}
