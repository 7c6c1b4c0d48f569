import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { paymentList } from '#app/(dashboard)/payments/list.tsx'

export const metadata: Metadata = { title: 'Payments' }

export default listPage(paymentList)
