import Link from 'next/link'

/** From something that happened to its event: which webhooks were told, and with what result. */
export function EventLink({ id, name }: { id: string; name: string }) {
  return (
    <Link href={`/events/${id}`} prefetch={false} title={id} className="mono link">
      {name}
    </Link>
  )
}
