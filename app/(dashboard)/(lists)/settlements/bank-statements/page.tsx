import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { bankLineList } from '#app/(dashboard)/settlements/bank-statements/list.tsx'

export const metadata: Metadata = { title: 'Bank statements · Settlements' }

export default listPage(bankLineList)
