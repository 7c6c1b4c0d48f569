import { NothingHere } from '#components/ui/empty-state.tsx'
import { staffActor } from '#lib/auth/staff.ts'
import { ALL_APPROVALS } from '#lib/domain/approvals/schema.ts'

export default async function ApprovalNotFound() {
  const actor = await staffActor()
  const account = actor?.account
  const other = account?.mode === 'test' ? 'live' : 'test'
  const all = actor?.permissions.has(ALL_APPROVALS) ?? false
  return (
    <NothingHere title="Approval not found" href="/approvals" label="Go to approvals">
      {all
        ? 'This approval does not exist'
        : 'This approval does not exist, or it was requested by someone else. You see only requests by you or your apps'}
      {account && `, in ${account.mode} mode of ${account.merchant_name}`}. If it belongs to {other} mode,
      switch the mode.
    </NothingHere>
  )
}
