import type { Metadata } from 'next'
import { createFundAccountAction } from '#app/(dashboard)/fund-accounts/actions.ts'
import { chosenCustomer } from '#app/(dashboard)/fund-accounts/new/customer.ts'
import { calledOf } from '#components/customers/customer-labels.ts'
import { ChooseCustomer } from '#components/fund-accounts/choose-customer.tsx'
import { FundAccountForm } from '#components/fund-accounts/fund-account-form.tsx'
import { Id } from '#components/ui/id.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { queryOf } from '#components/ui/query.ts'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'
import { hasWallets } from '#lib/values/capability.ts'

const TITLE = 'Create fund account'

export const metadata: Metadata = { title: `${TITLE} · Fund accounts` }

export default async function NewFundAccount({ searchParams }: PageProps<'/fund-accounts/new'>) {
  const [{ account, permissions }, query] = await Promise.all([requireStaff(), searchParams.then(queryOf)])
  if (!hasWallets(account)) return <NoWallets title={TITLE} />
  if (!permissions.has(createFundAccount.permission)) deny()
  const { customer, ...choice } = await chosenCustomer(query.customer)
  if (!customer)
    return (
      <>
        <PageHead title={TITLE}>Choose a customer</PageHead>
        <ChooseCustomer path="/fund-accounts/new" query={query} {...choice} />
      </>
    )
  return (
    <>
      <PageHead title={TITLE}>
        For {calledOf(customer)} <Id value={customer.id} href={`/customers/${customer.id}`} />
      </PageHead>
      <Slip stub={<WhatHappens />}>
        <FundAccountForm
          customer={{ id: customer.id, name: customer.name }}
          then={query.then === 'payout' ? 'payout' : undefined}
          initial={openForm({ name: customer.name ?? '' })}
          action={createFundAccountAction}
        />
      </Slip>
    </>
  )
}

function WhatHappens() {
  return (
    <>
      <StubSection title="Checks">
        <p className="text-table text-ink-2">
          The IFSC is checked against the branch list included with Counterfoil. Only the bank can confirm
          that the account number belongs to the holder.
        </p>
      </StubSection>
      <StubSection title="Storage">
        <p className="text-table text-ink-2">
          The account number is stored encrypted, and pages show its last 4 characters. Revealing the full
          number is recorded in the audit log. Adding the same account again returns the existing fund
          account.
        </p>
      </StubSection>
    </>
  )
}
