import type { Metadata } from 'next'
import { waitingFor } from '#app/(dashboard)/approvals/waiting.ts'
import { chosenCustomer } from '#app/(dashboard)/fund-accounts/new/customer.ts'
import { createPayoutAction } from '#app/(dashboard)/payouts/actions.ts'
import { WaitingHere } from '#components/approvals/waiting-notice.tsx'
import { calledOf } from '#components/customers/customer-labels.ts'
import { ChooseCustomer } from '#components/fund-accounts/choose-customer.tsx'
import { PayoutForm } from '#components/payouts/payout-form.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Id } from '#components/ui/id.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { queryOf } from '#components/ui/query.ts'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { ALL_APPROVALS } from '#lib/domain/approvals/schema.ts'
import { fetchAvailability } from '#lib/domain/payments/availability.ts'
import { createPayout, preparePayout } from '#lib/domain/payouts/create.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny, read } from '#lib/surfaces/page.ts'
import { hasWallets } from '#lib/values/capability.ts'

const TITLE = 'Create payout'

export const metadata: Metadata = { title: `${TITLE} · Payouts` }

export default async function NewPayout({ searchParams }: PageProps<'/payouts/new'>) {
  const [{ account, permissions }, query] = await Promise.all([requireStaff(), searchParams.then(queryOf)])
  if (!hasWallets(account)) return <NoWallets title={TITLE} />
  if (!permissions.has(createPayout.permission)) deny()
  const { customer, ...choice } = await chosenCustomer(query.customer)
  if (!customer)
    return (
      <>
        <PageHead title={TITLE}>Choose a customer</PageHead>
        <ChooseCustomer path="/payouts/new" query={query} {...choice} />
      </>
    )
  const [prepared, { bank }] = await Promise.all([
    read(preparePayout, { customer: customer.id }),
    read(fetchAvailability, {}),
  ])
  const called = calledOf(customer)
  return (
    <>
      <PageHead title={TITLE}>
        From the wallet of {called} <Id value={customer.id} href={`/customers/${customer.id}`} />
      </PageHead>
      <WaitingHere approvals={await waitingFor(customer.id)} all={permissions.has(ALL_APPROVALS)} />
      {!bank ? (
        <Notice tone="wait" title="Live payouts aren't available">
          No acquirer is configured for live mode, so no payout can be sent. An owner or admin adds one under
          Settings, Acquirer.
        </Notice>
      ) : prepared.accounts.length === 0 ? (
        <NothingYet
          title="No active fund account"
          action={
            <LinkButton href={`/fund-accounts/new?customer=${customer.id}&then=payout`} variant="primary">
              Create fund account
            </LinkButton>
          }
        >
          Payouts need an active fund account. {called} has none.
        </NothingYet>
      ) : (
        <PayoutForm
          prepared={prepared}
          called={called}
          initial={openForm({
            purpose: 'payout',
            fund_account_id:
              (prepared.accounts.find(({ id }) => id === query.account) ?? prepared.accounts[0])?.id ?? '',
          })}
          action={createPayoutAction}
        />
      )}
    </>
  )
}
