import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { settlementList } from '#app/(dashboard)/settlements/list.tsx'

export const metadata: Metadata = { title: 'Settlements' }

export default listPage(settlementList)
