import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

/** Recipient: a plain form that asks for this very page with the customer in its address. */
export function RecipientForm({ typed, problem }: { typed: string; problem: string | null }) {
  return (
    <form className="grid gap-4">
      <Field label="Recipient" required error={problem} hint="Customer ID, email or phone number.">
        {(control) => (
          <TextInput
            {...control}
            name="customer"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            defaultValue={typed}
          />
        )}
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary">
          Find customer
        </Button>
      </div>
    </form>
  )
}
