import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { auditList } from '#app/(dashboard)/settings/audit/list.tsx'

export const metadata: Metadata = { title: 'Audit log · Settings' }

export default listPage(auditList)
