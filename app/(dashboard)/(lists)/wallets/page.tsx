import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { walletList } from '#app/(dashboard)/wallets/list.tsx'

export const metadata: Metadata = { title: 'Wallets' }

export default listPage(walletList)
