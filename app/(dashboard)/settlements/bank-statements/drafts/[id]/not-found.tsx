import { NothingHere } from '#components/ui/empty-state.tsx'
import { staffActor } from '#lib/auth/staff.ts'

export default async function DraftNotFound() {
  const account = (await staffActor())?.account
  const other = account?.mode === 'test' ? 'live' : 'test'
  return (
    <NothingHere
      title="Uploaded file not found"
      href="/settlements/bank-statements/import"
      label="Import a bank statement"
      more={{ href: '/settlements/bank-statements', label: 'Go to bank statements' }}
    >
      <p>
        An uploaded CSV file is kept until it is imported, for 1 day at most. If yours isn't imported yet,
        upload it again.
      </p>
      <p>
        This file does not exist{account && ` in ${account.mode} mode of ${account.merchant_name}`}, or is no
        longer kept. If it belongs to {other} mode, switch the mode.
      </p>
    </NothingHere>
  )
}
