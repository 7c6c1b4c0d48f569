import { redirect } from 'next/navigation'

/** The start page lists the resources. */
export default function Reference(): never {
  redirect('/docs')
}
