import type { ReactNode } from 'react'
import { requestedErrorPage } from '#lib/surfaces/error-page.ts'
import NoSuchOrder from './not-found.tsx'

export default async function AllCheckoutsLayout({ children }: { children: ReactNode }) {
  return (await requestedErrorPage()) === null ? children : <NoSuchOrder />
}
