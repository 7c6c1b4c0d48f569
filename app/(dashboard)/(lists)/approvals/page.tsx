import type { Metadata } from 'next'
import { approvalList } from '#app/(dashboard)/approvals/list.tsx'
import { listPage } from '#app/(dashboard)/list-page.tsx'

export const metadata: Metadata = { title: 'Approvals' }

export default listPage(approvalList)
