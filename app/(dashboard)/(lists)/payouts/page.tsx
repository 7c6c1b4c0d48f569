import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { payoutList } from '#app/(dashboard)/payouts/list.tsx'

export const metadata: Metadata = { title: 'Payouts' }

export default listPage(payoutList)
