import type { Metadata } from 'next'
import { listPage } from '#app/(dashboard)/list-page.tsx'
import { invitationList } from '#app/(dashboard)/settings/team/invitations/list.tsx'

export const metadata: Metadata = { title: 'Invitations · Team' }

export default listPage(invitationList)
