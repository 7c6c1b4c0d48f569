import type { Metadata } from 'next'
import { batchList } from '#app/(dashboard)/batches/list.tsx'
import { listPage } from '#app/(dashboard)/list-page.tsx'

export const metadata: Metadata = { title: 'Batches' }

export default listPage(batchList)
