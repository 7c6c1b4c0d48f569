import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { transferList } from '#app/(dashboard)/transfers/list.tsx'

export const metadata: Metadata = { title: 'Transfers' }

export default listPage(transferList)
