import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

/** The password of whoever is signed in, asked for once more before something that opens live money. */
export function PasswordAgain({ error }: { error: string | undefined }) {
  return (
    <Field label="Your password" required error={error} hint="Required in live mode.">
      {({ required, ...control }) => (
        <TextInput
          {...control}
          aria-required={required}
          type="password"
          name="password"
          autoComplete="current-password"
        />
      )}
    </Field>
  )
}
