import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { teamList } from '#app/(dashboard)/settings/team/list.tsx'

export const metadata: Metadata = { title: 'Team · Settings' }

export default listPage(teamList)
