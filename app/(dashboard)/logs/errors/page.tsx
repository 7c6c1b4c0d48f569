import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { errorList } from '#app/(dashboard)/logs/errors/list.tsx'

export const metadata: Metadata = { title: 'Errors, grouped · Logs' }

export default listPage(errorList)
