import type { Metadata } from 'next'
import { clientList } from '#app/(dashboard)/connected-apps/clients/list.tsx'
import { listPage } from '#app/(dashboard)/list-page.tsx'

export const metadata: Metadata = { title: 'Registered clients · Connected apps' }

export default listPage(clientList)
