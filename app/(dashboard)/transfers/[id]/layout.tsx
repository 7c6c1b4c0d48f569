import type { ReactNode } from 'react'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { hasWallets } from '#lib/values/capability.ts'

/** A transfer and what can be done with it, in an account that has the product. */
export default async function TransferLayout({ children }: { children: ReactNode }) {
  const { account } = await requireStaff()
  return hasWallets(account) ? children : <NoWallets title="Transfer" />
}
