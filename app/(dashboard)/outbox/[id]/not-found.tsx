import { NoLongerStored } from '#app/(dashboard)/no-longer-stored.tsx'
import { fetchMailDays } from '#lib/domain/merchants/retention.ts'
import { env } from '#lib/process/env.ts'

export default function EmailNotFound() {
  return (
    <NoLongerStored
      noun="email"
      list={{ href: '/outbox', label: 'Go to outbox' }}
      days={fetchMailDays}
      max={env().MAIL_RETENTION_DAYS}
    />
  )
}
