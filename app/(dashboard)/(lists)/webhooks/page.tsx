import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { webhookList } from '#app/(dashboard)/webhooks/list.tsx'

export const metadata: Metadata = { title: 'Webhooks' }

export default listPage(webhookList)
