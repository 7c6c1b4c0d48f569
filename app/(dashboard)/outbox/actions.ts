'use server'
import { refresh } from 'next/cache'
import { sendMailAgain } from '#lib/domain/mails/send-again.ts'
import { action } from '#lib/surfaces/form.ts'

const again = action(sendMailAgain)

/** The button of a mail's page. */
export async function sendAgainFromPage(_: { error: string } | null, form: FormData) {
  const result = await again({ id: String(form.get('id')) })
  refresh()
  return result.ok ? null : { error: result.error.description }
}
