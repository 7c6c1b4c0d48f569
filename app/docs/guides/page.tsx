import { redirect } from 'next/navigation'

/** The start page lists the guides. */
export default function Guides(): never {
  redirect('/docs')
}
