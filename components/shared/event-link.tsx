import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'

/** From something that happened to its event: which webhooks it was sent to, and with what result. */
export function EventLink({ id, name }: { id: string; name: string }) {
  const closed = (
    <span className="whitespace-nowrap">
      event <Id value={id} />
    </span>
  )
  return (
    <Link href={`/events/${id}`} title={`${name} ${id}`} className="link" closed={closed}>
      event
    </Link>
  )
}
