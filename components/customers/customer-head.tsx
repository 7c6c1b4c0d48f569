import { CopyButton } from '#components/ui/copy-button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Pencil, Plus } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { SlipHead } from '#components/ui/slip.tsx'
import type { CustomerDetails } from '#lib/domain/customers/schema.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { phoneText } from '#lib/values/phone.ts'
import { calledOf } from './customer-labels.ts'

type CustomerHeadProps = {
  customer: CustomerDetails
  /** The request that fetches it, as a command. */
  curl: string
  may: (permission: Permission) => boolean
}

/** The name of a customer, their contact data, and the actions. */
export function CustomerHead({ customer, curl, may }: CustomerHeadProps) {
  const { id, email, contact } = customer
  return (
    <SlipHead
      amount={<span className="text-[1.625rem] leading-8 wrap-anywhere">{calledOf(customer)}</span>}
      actions={
        <>
          <CopyButton value={curl}>Copy curl</CopyButton>
          <Permitted
            allowed={may('orders:write')}
            permission="orders:write"
            label="Create order"
            variant="primary"
          >
            <LinkButton href={`/orders/new?customer=${id}`} variant="primary">
              <Plus aria-hidden="true" /> Create order
            </LinkButton>
          </Permitted>
          <Permitted allowed={may('customers:write')} permission="customers:write" label="Edit">
            <LinkButton href={`/customers/${id}/edit`}>
              <Pencil aria-hidden="true" /> Edit
            </LinkButton>
          </Permitted>
        </>
      }
    >
      {email !== null && (
        <span className="inline-flex min-w-0 items-center gap-0.5">
          <a href={`mailto:${email}`} className="link wrap-anywhere">
            {email}
          </a>
          <CopyButton value={email} label={`Copy ${email}`} />
        </span>
      )}
      {contact !== null && (
        <span className="inline-flex items-center gap-0.5">
          <a href={`tel:${contact}`} className="link num">
            {phoneText(contact)}
          </a>
          <CopyButton value={contact} label={`Copy ${contact}`} />
        </span>
      )}
    </SlipHead>
  )
}
