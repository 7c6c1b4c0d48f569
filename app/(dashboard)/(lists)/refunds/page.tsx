import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { refundList } from '#app/(dashboard)/refunds/list.tsx'

export const metadata: Metadata = { title: 'Refunds' }

export default listPage(refundList)
