import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { differenceList } from '#app/(dashboard)/settings/acquirer/differences/list.tsx'

export const metadata: Metadata = { title: 'Differences from the gateway' }

export default listPage(differenceList)
