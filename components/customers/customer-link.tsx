import { Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'

/** The customer of a payment or an order, in its stub: the name, when there is one, and the id. Both lead there. */
export function CustomerLink({ id, name }: { id: string; name: string | null }) {
  return (
    <>
      {name !== null && (
        <Entry term="Name">
          <Link href={`/customers/${id}`} className="link">
            {name}
          </Link>
        </Entry>
      )}
      <Entry term="Customer">
        <Id value={id} href={`/customers/${id}`} />
      </Entry>
    </>
  )
}
