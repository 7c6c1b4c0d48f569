import type { Metadata } from 'next'
import { appList } from '#app/(dashboard)/connected-apps/list.tsx'
import { listPage } from '#app/(dashboard)/list-page.tsx'

export const metadata: Metadata = { title: 'Connected apps' }

export default listPage(appList)
