import { NoLongerKept } from '#app/(dashboard)/no-longer-kept.tsx'
import { fetchRequestDays } from '#lib/domain/merchants/retention.ts'

export default function RequestNotFound() {
  return <NoLongerKept noun="request" list={{ href: '/logs', label: 'Go to logs' }} days={fetchRequestDays} />
}
