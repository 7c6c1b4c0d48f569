import { NothingHere } from '#components/ui/empty-state.tsx'
import { staffActor } from '#lib/auth/staff.ts'

export default async function ApprovalNotFound() {
  const actor = await staffActor()
  const account = actor?.account
  const other = account?.mode === 'test' ? 'live' : 'test'
  const all = actor?.permissions.has('approvals:read') ?? false
  return (
    <NothingHere title="Nothing here" href="/approvals" label="Go to the approvals">
      {all
        ? 'There is no such approval'
        : 'There is no such approval, or it is somebody else’s request: you see what you or your programs asked for'}
      {account && `, in ${account.mode} mode of ${account.merchant_name}`}. If it belongs to {other} mode,
      switch the mode and look again.
    </NothingHere>
  )
}
