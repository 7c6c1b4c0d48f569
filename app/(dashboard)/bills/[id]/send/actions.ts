'use server'
import { sendBill } from '#lib/domain/mails/send-bill.ts'
import { plainAction } from '#lib/surfaces/plain-form.ts'

/** The form of the page: writes the mail and leads to it in the outbox. */
export const sendBillPlainly = plainAction(sendBill, { to: (mail) => `/outbox/${mail.id}` })
