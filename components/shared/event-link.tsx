'use client'
import { useContext } from 'react'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { OpenPages } from '#components/ui/open-pages.ts'

/** From something that happened to its event: which webhooks it was sent to, and with what result. */
export function EventLink({ id, name }: { id: string; name: string }) {
  const href = `/events/${id}`
  if (!useContext(OpenPages)(href)) {
    return (
      <span className="whitespace-nowrap">
        event <Id value={id} />
      </span>
    )
  }
  return (
    <Link href={href} title={`${name} ${id}`} className="link">
      event
    </Link>
  )
}
