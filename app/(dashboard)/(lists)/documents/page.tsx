import type { Metadata } from 'next'
import { documentList } from '#app/(dashboard)/documents/list.tsx'
import { listPage } from '#app/(dashboard)/list-page.tsx'

export const metadata: Metadata = { title: 'Documents' }

export default listPage(documentList)
