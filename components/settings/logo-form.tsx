'use client'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { FormError, StaffForm, Submit, useForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Field } from '#components/ui/field.tsx'
import type { Logo } from '#lib/domain/merchants/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { logoPath } from '#lib/values/logo-path.ts'
import { pictureForm } from './business-form-state.ts'

type LogoFormProps = {
  logo: Logo | null
  /** Why this person may not change it, or null. */
  disabledReason: string | null
  initial: FormState
  setAction: FormAction
  removing: FormState
  removeAction: FormAction
}

/** The logo on payment pages and bills: what it is now, and another in its place. */
export function LogoForm({
  logo,
  disabledReason,
  initial,
  setAction,
  removing,
  removeAction,
}: LogoFormProps) {
  return (
    <section aria-labelledby="logo-title" className="mt-8 grid max-w-130 gap-4 border-t border-line pt-6">
      <h2 id="logo-title" className="text-lead font-semibold">
        Logo
      </h2>
      {logo ? (
        <div className="flex flex-wrap items-center gap-4">
          {/* biome-ignore lint/performance/noImgElement: the file is small and final. */}
          <img
            src={logoPath(logo.hash)}
            width={logo.width}
            height={logo.height}
            alt="The present logo"
            className="h-auto max-h-14 w-auto max-w-50 rounded-small border border-line"
          />
          {disabledReason === null && (
            <ActionButton action={removeAction} initial={removing} hidden={{}} pendingText="Removing…">
              Remove
            </ActionButton>
          )}
        </div>
      ) : (
        <p className="text-table text-ink-2">No logo yet. Payment pages and bills show the name alone.</p>
      )}
      {disabledReason === null ? (
        <PictureForm initial={initial} action={setAction} present={logo !== null} />
      ) : (
        <DisabledAction reason={disabledReason}>Upload a logo</DisabledAction>
      )}
    </section>
  )
}

function PictureForm({
  initial,
  action,
  present,
}: {
  initial: FormState
  action: FormAction
  present: boolean
}) {
  const form = useStaffForm({ action, initial, declaration: pictureForm })
  return (
    <StaffForm form={form} className="grid gap-4">
      <FormError title="Logo not saved" />
      <PictureField present={present} />
      <div>
        <Submit variant="default" pendingText="Saving…">
          {present ? 'Replace the logo' : 'Upload the logo'}
        </Submit>
      </div>
    </StaffForm>
  )
}

function PictureField({ present }: { present: boolean }) {
  const { hook, errorOf } = useForm()
  return (
    <Field
      label={present ? 'Another picture' : 'Picture'}
      hint="PNG or JPEG, up to 900 KB. It is drawn on white, up to 400 × 160 pixels, on payment pages, bills and emails to customers. Issued bills keep their logo."
      error={errorOf('picture')}
      required
    >
      {({ required: _, ...control }) => (
        <input
          type="file"
          accept="image/png,image/jpeg"
          className="block w-full min-h-8 text-table file:mr-3 file:min-h-8 file:rounded-control file:border file:border-edge file:bg-surface file:px-3 file:text-table file:text-ink"
          {...control}
          {...hook.register('picture')}
        />
      )}
    </Field>
  )
}
