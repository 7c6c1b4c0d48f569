import type { FoundCustomer } from '#components/customers/customer-labels.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { hrefWith, type Query } from '#components/ui/query.ts'
import { TextInput } from '#components/ui/text-input.tsx'

type ChooseCustomerProps = {
  /** The page that goes on with the customer; it gets `customer` in its query. */
  path: string
  query: Query
  /** The customers that the search found; null before a search. */
  found: { items: FoundCustomer[]; total: number } | null
  /** The error of the search. */
  problem?: string | undefined
}

/** The first step of a form that is about one customer: an ordinary form that finds them. */
export function ChooseCustomer({ path, query, found, problem }: ChooseCustomerProps) {
  const { customer, ...remaining } = query
  const notFound = found?.items.length === 0 ? 'No customers found.' : undefined
  return (
    <form action={path} className="max-w-130">
      {Object.entries(remaining).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field label="Customer" hint="Customer ID, email, phone or name." error={problem ?? notFound}>
        {(control) => (
          <TextInput
            {...control}
            name="customer"
            defaultValue={customer}
            placeholder="Name, email, phone or customer ID"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
          />
        )}
      </Field>
      {found && found.items.length > 0 && (
        <>
          <h2 className="mt-4 mb-1 text-table font-semibold">
            {found.total > found.items.length
              ? `First ${found.items.length} of ${found.total} customers found`
              : 'Customers found'}
          </h2>
          <ul className="border-t border-line">
            {found.items.map(({ id, called, reached }) => (
              <li key={id} className="border-b border-line">
                <a
                  href={hrefWith(path, query, { customer: id })}
                  className="flex flex-wrap items-baseline gap-x-3 px-1 py-2.5 hover:bg-sunken"
                >
                  <span className="link">{called}</span>
                  <span className="num text-small text-ink-2">{reached}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-4">
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </div>
    </form>
  )
}
