import { NoLongerStored } from '#app/(dashboard)/no-longer-stored.tsx'
import { fetchEventDays } from '#lib/domain/merchants/retention.ts'
import { env } from '#lib/process/env.ts'

export default function EventNotFound() {
  return (
    <NoLongerStored
      noun="event"
      list={{ href: '/events', label: 'Go to events' }}
      days={fetchEventDays}
      max={env().EVENT_RETENTION_DAYS}
    />
  )
}
