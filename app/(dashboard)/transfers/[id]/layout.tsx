import type { ReactNode } from 'react'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { requireStaff } from '#lib/auth/staff.ts'

/** A transfer and what can be done with it, in an account that has the product. */
export default async function TransferLayout({ children }: { children: ReactNode }) {
  const { account } = await requireStaff()
  return account.capabilities.includes('wallet') ? children : <NoWallets title="Transfer" />
}
