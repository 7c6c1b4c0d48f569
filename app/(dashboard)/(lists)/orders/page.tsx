import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { orderList } from '#app/(dashboard)/orders/list.tsx'

export const metadata: Metadata = { title: 'Orders' }

export default listPage(orderList)
