'use client'
import { Field, FieldError } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

/** A secret made here, or the merchant's own. What is typed is never shown again, so a refused form asks for it anew. */
export function SecretChoice({ typed, error }: { typed: string | undefined; error: string | undefined }) {
  const own = typed === 'own'
  return (
    <fieldset className="group min-w-0">
      <legend className="mb-2 text-table font-[540]">Secret</legend>
      <div className="grid gap-2">
        <label className="flex items-start gap-2.5">
          <input type="radio" name="secret_from" value="made" defaultChecked={!own} className="mt-1" />
          <span>
            Generate secret
            <span className="block text-small text-ink-2">Shown once after creation.</span>
          </span>
        </label>
        <label className="flex items-start gap-2.5">
          <input type="radio" name="secret_from" value="own" defaultChecked={own} className="mt-1" />
          <span>Custom secret</span>
        </label>
      </div>
      <div className="mt-3 ml-7 hidden group-has-[[value=own]:checked]:block">
        <Field
          label="Your secret"
          error={error}
          hint="Up to 255 letters, digits and symbols. After a whsec_ prefix, use Base64."
        >
          {(control) => (
            <TextInput
              {...control}
              mono
              type="password"
              name="secret"
              maxLength={255}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      </div>
      {!own && <FieldError id="secret-error" error={error} />}
    </fieldset>
  )
}
