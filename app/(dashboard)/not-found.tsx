import { NothingHere } from '#components/ui/empty-state.tsx'
import { staffActor } from '#lib/auth/staff.ts'

export default async function RecordNotFound() {
  const account = (await staffActor())?.account
  const other = account?.mode === 'test' ? 'live' : 'test'
  return (
    <NothingHere title="Record not found" href="/" label="Go to overview">
      This record does not exist {account && `in ${account.mode} mode of ${account.merchant_name}`}. If it
      belongs to {other} mode, switch the mode.
    </NothingHere>
  )
}
