import Link from 'next/link'

/** From something that happened to its event: which webhooks it was sent to, and with what result. */
export function EventLink({ id, name }: { id: string; name: string }) {
  return (
    <Link href={`/events/${id}`} prefetch={false} title={`${name} ${id}`} className="link">
      event
    </Link>
  )
}
