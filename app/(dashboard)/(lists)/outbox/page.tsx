import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { outboxList } from '#app/(dashboard)/outbox/list.tsx'

export const metadata: Metadata = { title: 'Outbox' }

export default listPage(outboxList)
