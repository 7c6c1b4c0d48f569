import type { Mail } from '#lib/domain/mails/schema.ts'

/** An email that stands for others of the same content, to as many other people. */
export type GroupedMail = Mail & { more?: number }

/** Emails to several people about the same are one row, if they follow each other and have the same status. */
export function groupedMails(mails: readonly Mail[]): GroupedMail[] {
  const rows: (Mail & { more: number })[] = []
  for (const mail of mails) {
    const last = rows.at(-1)
    if (last && mail.object_id !== null && sameIn(last, mail)) last.more += 1
    else rows.push({ ...mail, more: 0 })
  }
  return rows
}

const SAME = ['kind', 'object_id', 'subject', 'status', 'created_at'] as const

function sameIn(one: Mail, other: Mail): boolean {
  return SAME.every((name) => one[name] === other[name])
}
