import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { logList } from '#app/(dashboard)/logs/list.tsx'

export const metadata: Metadata = { title: 'Logs' }

export default listPage(logList)
