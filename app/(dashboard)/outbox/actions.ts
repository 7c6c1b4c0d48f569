'use server'
import { refresh } from 'next/cache'
import { sendMailAgain } from '#lib/domain/mails/send.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { recordForm } from '#lib/values/form.ts'

/** Queues an email once more; its page then shows that it waits. */
export const resendMailAction = formAction(sendMailAgain, recordForm, { after: async () => refresh() })
