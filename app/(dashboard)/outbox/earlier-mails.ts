import { listMailsForDashboard } from '#lib/domain/mails/list.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/**
 * The emails to the payer about a record, above the form that writes one more; null for who may not see them. Emails to
 * colleagues about the same record, such as mentions, are not among them.
 */
export async function earlierMails(id: string) {
  const found = await tryRead(listMailsForDashboard, { object_id: id, to: 'customers' })
  return found.ok ? found.value : null
}
