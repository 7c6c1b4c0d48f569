import type { Metadata } from 'next'
import { EndAccessPage } from '#app/(dashboard)/settings/team/[id]/end-access-page.tsx'

export const metadata: Metadata = { title: 'Disable person · Team' }

export default async function DisablePage({ params }: PageProps<'/settings/team/[id]/disable'>) {
  return <EndAccessPage id={(await params).id} how="disable" />
}
