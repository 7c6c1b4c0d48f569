import type { Metadata } from 'next'
import { fundAccountList } from '#app/(dashboard)/fund-accounts/list.tsx'
import { listPage } from '#app/(dashboard)/list-page.tsx'

export const metadata: Metadata = { title: 'Fund accounts' }

export default listPage(fundAccountList)
