import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

/** Who gets it: a plain form that asks for this very page with the customer in its address. */
export function RecipientForm({ typed, problem }: { typed: string; problem: string | null }) {
  return (
    <form className="grid gap-4">
      <Field
        label="Who gets it"
        required
        error={problem}
        hint="The id, the e-mail or the phone number of a customer."
      >
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
          Find the customer
        </Button>
      </div>
    </form>
  )
}
