import type { Metadata } from 'next'
import { EndAccessPage } from '#app/(dashboard)/settings/team/[id]/end-access-page.tsx'

export const metadata: Metadata = { title: 'Remove person · Team' }

export default async function RemovePage({ params }: PageProps<'/settings/team/[id]/remove'>) {
  return <EndAccessPage id={(await params).id} how="remove" />
}
