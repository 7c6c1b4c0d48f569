import { Denied } from '#components/ui/denied.tsx'
import { signedIn } from '#lib/auth/staff.ts'

export const metadata = { title: 'No permission' }

/** In the frame of the dashboard. */
export default async function Forbidden() {
  return <Denied role={(await signedIn())?.membership.role} />
}
