'use server'
import { redirect } from 'next/navigation'
import { deleteBill } from '#lib/domain/bills/delete.ts'
import { action } from '#lib/surfaces/form.ts'

const remove = action(deleteBill)

/** Deleting twice changes nothing, so the form needs no key; whatever comes of it, the page of the bill tells. */
export async function deleteBillPlainly(form: FormData) {
  const bill_id = String(form.get('bill_id'))
  await remove({ bill_id })
  redirect(`/bills/${bill_id}`)
}
