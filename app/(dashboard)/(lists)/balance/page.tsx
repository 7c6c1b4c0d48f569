import type { Metadata } from 'next'
import { balanceList } from '#app/(dashboard)/balance/list.tsx'
import { listPage } from '#app/(dashboard)/list-page.tsx'

export const metadata: Metadata = { title: 'Balance' }

export default listPage(balanceList)
