'use server'
import { refresh } from 'next/cache'
import { resendForm } from '#components/mails/mail-forms.ts'
import { sendMailAgain } from '#lib/domain/mails/send-again.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

/** Queues an email once more; its page then shows that it waits. */
export const resendMail = formAction(sendMailAgain, resendForm, { after: async () => refresh() })
