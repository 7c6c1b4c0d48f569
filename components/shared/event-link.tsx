import { Link } from '#components/ui/link.tsx'

/** From something that happened to its event: which webhooks it was sent to, and with what result. */
export function EventLink({ id, name }: { id: string; name: string }) {
  return (
    <Link href={`/events/${id}`} title={`${name} ${id}`} className="link">
      event
    </Link>
  )
}
