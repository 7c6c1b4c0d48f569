import type { Mail } from '#lib/domain/mails/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { creatorCell, timestampColumns } from './shared.ts'

/** The columns of the file of emails, without their content: it can hold links that only the recipient may open. */
export function columnsOf(zone: string): [name: string, cell: (mail: Mail) => CsvCell][] {
  return [
    ['email_id', (mail) => mail.id],
    ...timestampColumns<Mail>('created', zone, (mail) => mail.created_at),
    ['status', (mail) => mail.status],
    ['kind', (mail) => mail.kind],
    ['record_id', (mail) => mail.object_id],
    ['to', (mail) => mail.recipient],
    ['subject', (mail) => mail.subject],
    ['attempts', (mail) => mail.attempts],
    ['error', (mail) => mail.error],
    ...timestampColumns<Mail>('sent', zone, (mail) => mail.sent_at),
    ['created_by', (mail) => creatorCell(mail.created_by)],
  ]
}
