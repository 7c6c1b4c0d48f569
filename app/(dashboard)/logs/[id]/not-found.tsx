import { NoLongerStored } from '#app/(dashboard)/no-longer-stored.tsx'
import { fetchRequestDays } from '#lib/domain/merchants/retention.ts'

export default function RequestNotFound() {
  return (
    <NoLongerStored noun="request" list={{ href: '/logs', label: 'Go to logs' }} days={fetchRequestDays} />
  )
}
