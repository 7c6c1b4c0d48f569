import type { Metadata } from 'next'
import { billList } from '#app/(dashboard)/bills/list.tsx'
import { listPage } from '#app/(dashboard)/list-page.tsx'

export const metadata: Metadata = { title: 'Bills' }

export default listPage(billList)
