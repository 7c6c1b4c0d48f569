'use server'
import { type CustomerReview, customerForm } from '#components/customers/customer-form-state.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { previewCustomerUpdate, updateCustomerIfUnchanged } from '#lib/domain/customers/update.ts'
import {
  assertForm,
  errorState,
  formAction,
  isNative,
  openForm,
  readerOf,
} from '#lib/surfaces/form-action.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { type FormReader, type FormState, fieldTexts, inWords } from '#lib/values/form.ts'

const to = ({ id }: { id: string }) => `/customers/${id}`

export const createCustomerAction = formAction(createCustomer, customerForm, {
  to,
  message: () => 'Customer created',
})

/** The customer as shown in the form; the edit fails if the customer has changed since. */
const editedForm = {
  ...customerForm,
  read: (form: FormReader) => ({ ...customerForm.read(form), id: form.text('id'), seen: form.json('seen') }),
}
const edit = formAction(updateCustomerIfUnchanged, editedForm, { to, message: () => 'Customer saved' })

/** Saves the edit. A browser without script is first shown what would change. */
export async function editCustomerAction(state: FormState<CustomerReview>, form: FormData) {
  assertForm(form)
  const step = form.get('step')
  if (!isNative(form) || step === 'save') return edit(state, form)
  const opened: FormState<CustomerReview> = openForm(fieldTexts(form))
  if (step === 'back') return opened
  const reader = await readerOf(form)
  const { seen: _, ...input } = editedForm.read(reader)
  const preview = await tryRead(previewCustomerUpdate, input)
  return preview.ok
    ? { ...opened, result: preview.value.changes }
    : errorState(form, inWords(customerForm, preview, reader))
}
