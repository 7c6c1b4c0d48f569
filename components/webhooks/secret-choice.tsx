'use client'
import { TextField } from '#components/shared/form/fields.tsx'

/** A generated secret, or the merchant's own. It is never shown again, so a form with an error asks for it again. */
export function SecretChoice({ own }: { own: boolean }) {
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
        <TextField
          name="secret"
          label="Your secret"
          hint="Up to 255 letters, digits and symbols. After a whsec_ prefix, use Base64."
          mono
          type="password"
          maxLength={255}
          spellCheck={false}
        />
      </div>
    </fieldset>
  )
}
