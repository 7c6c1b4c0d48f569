'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TypedConfirmation } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { confirmForm, type FormAction, type FormState, recordForm } from '#lib/values/form.ts'
import { closureForm, confirmClosureForm } from './data-form-state.ts'

type Props = { action: FormAction; initial: FormState }

/** Requests a file with everything. */
export function ExportForm(props: Props) {
  return (
    <ActionForm
      {...props}
      declaration={confirmForm}
      failed="Export not requested"
      label="Export everything"
      pendingText="Requesting…"
    >
      <PasswordField hint="The file has all data of your customers, so you are asked for it again." />
    </ActionForm>
  )
}

type TypedProps = Props & { name: string; label: string; failed: string; pendingText: string }

/** Deletes test data, or the business, once its name was typed. @param id of the deletion that is confirmed */
export function DeleteDataForm({
  id,
  name,
  eachTime = false,
  ...form
}: TypedProps & { id?: string; eachTime?: boolean }) {
  return (
    <ActionForm
      {...form}
      declaration={id === undefined ? closureForm : confirmClosureForm}
      {...(id === undefined ? {} : { hidden: { id } })}
      variant="danger"
      cancelHref="/settings/data"
    >
      <TypedConfirmation text={name} />
      <PasswordField hint="This can't be undone, so you are asked for it again." eachTime={eachTime} />
    </ActionForm>
  )
}

/** Cancels a deletion that has not taken effect. */
export function CancelForm({ id, ...props }: Props & { id: string }) {
  return (
    <ActionForm
      {...props}
      declaration={recordForm}
      hidden={{ id }}
      failed="Deletion not cancelled"
      label="Cancel deletion"
      pendingText="Cancelling…"
      className=""
    />
  )
}
