import type { Metadata } from 'next'
import { keyList } from '#app/(dashboard)/api-keys/list.tsx'
import { listPage } from '#app/(dashboard)/list-page.tsx'

export const metadata: Metadata = { title: 'API keys' }

export default listPage(keyList)
