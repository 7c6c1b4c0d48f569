import type { Metadata } from 'next'
import { customerList } from '#app/(dashboard)/customers/list.tsx'
import { listPage } from '#app/(dashboard)/list-page.tsx'

export const metadata: Metadata = { title: 'Customers' }

export default listPage(customerList)
