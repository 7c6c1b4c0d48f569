'use client'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { MoneyFormBody } from '#components/shared/form/money-form-body.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { type StaffFormState as Form, useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog, DialogClose } from '#components/ui/dialog.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { deleteBillForm } from './delete-bill-state.ts'

type DeleteBillProps = { id: string; number: string; action: FormAction; initial: FormState }

/** Asks in a dialog before a bill is deleted, and says what that means. Without script there is a page that asks. */
export function DeleteBill({ id, number, ...sending }: DeleteBillProps) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const onDone = () => {
    setOpen(false)
    router.refresh()
  }
  const form = useStaffForm({ ...sending, declaration: deleteBillForm, onDone })
  return (
    <>
      <span className="noscript:hidden">
        <Dialog
          title={`Delete bill ${number}?`}
          open={open}
          onOpenChange={(next) => {
            form.clear()
            setOpen(next)
          }}
          dismissible={!form.pending}
          trigger={<Button variant="danger">Delete</Button>}
        >
          <DeleteBillForm
            form={form}
            id={id}
            number={number}
            cancel={<DialogClose disabled={form.pending} />}
            dialog
          />
        </Dialog>
      </span>
      <LinkButton href={`/bills/${id}/delete`} variant="danger" className="hidden! noscript:inline-flex!">
        Delete
      </LinkButton>
    </>
  )
}

/** The same question as a page. */
export function DeleteBillPageForm({ id, number, ...sending }: DeleteBillProps) {
  const form = useStaffForm({ ...sending, declaration: deleteBillForm })
  const cancel = <LinkButton href={`/bills/${id}`}>Cancel</LinkButton>
  return <DeleteBillForm form={form} id={id} number={number} cancel={cancel} />
}

type FormProps = { form: Form; id: string; number: string; cancel: ReactNode; dialog?: boolean }

function DeleteBillForm({ form, id, number, cancel, dialog = false }: FormProps) {
  return (
    <StaffForm form={form} hidden={{ bill_id: id }} className={dialog ? undefined : 'grid gap-5'}>
      <MoneyFormBody
        dialog={dialog}
        buttons={
          <>
            {cancel}
            <Submit variant="danger" pendingText="Deleting…">
              Delete bill {number}
            </Submit>
          </>
        }
      >
        <Consequences />
        <FormError title="Bill not deleted" />
      </MoneyFormBody>
    </StaffForm>
  )
}

function Consequences() {
  return (
    <ul className="grid list-disc gap-1 pl-5">
      <li>The public page and PDF show the bill as withdrawn.</li>
      <li>The bill can no longer be edited or sent. This can't be undone.</li>
      <li>The record and its versions are kept. The number can't be reused.</li>
    </ul>
  )
}
