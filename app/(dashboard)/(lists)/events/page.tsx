import type { Metadata } from 'next'
import { eventList } from '#app/(dashboard)/events/list.tsx'
import { listPage } from '#app/(dashboard)/list-page.tsx'

export const metadata: Metadata = { title: 'Events' }

export default listPage(eventList)
