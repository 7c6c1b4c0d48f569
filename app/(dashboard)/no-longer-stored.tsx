import { NothingHere } from '#components/ui/empty-state.tsx'
import { staffActor } from '#lib/auth/staff.ts'
import { type fetchRequestDays, fetchRetention } from '#lib/domain/merchants/retention.ts'
import { tryRead } from '#lib/surfaces/page.ts'

type NoLongerStoredProps = {
  noun: 'request' | 'event' | 'email'
  list: { href: string; label: string }
  /** Reads for how many days the account keeps such records. */
  days: typeof fetchRequestDays
  /** For how many days the operator of the server keeps them. */
  max?: number
}

/** The page of a record that does not exist, or that is older than records of its kind are kept. */
export async function NoLongerStored({
  noun,
  list,
  days: operation,
  max = Number.POSITIVE_INFINITY,
}: NoLongerStoredProps) {
  const actor = await staffActor()
  const account = actor?.account
  const other = account?.mode === 'test' ? 'live' : 'test'
  const retentionDays = actor && (await tryRead(operation, {}))
  const days = retentionDays?.ok ? Math.min(max, retentionDays.value.days ?? max) : null
  return (
    <NothingHere
      title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`}
      {...list}
      more={
        actor?.permissions.has(fetchRetention.permission)
          ? { href: '/settings/retention', label: 'Go to retention' }
          : undefined
      }
    >
      {days !== null && (
        <p>
          {noun === 'email' ? 'Copies of emails' : `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`} are
          kept for {days === 1 ? '1 day' : `${days} days`}. Older ones are deleted.
        </p>
      )}
      <p>
        This {noun} does not exist{account && ` in ${account.mode} mode of ${account.merchant_name}`}, or is
        no longer kept. If it belongs to {other} mode, switch the mode.
      </p>
    </NothingHere>
  )
}
