import { Search } from 'lucide-react'
import Form from 'next/form'
import { PLACE, type Query } from '#components/ui/query.ts'
import { TextInput } from '#components/ui/text-input.tsx'

/** Searches bills by their number, customer or id. A GET form: it keeps the filters, and works without script. */
export function BillSearch({ path, query }: { path: string; query: Query }) {
  const kept = Object.entries(query).filter(([name]) => name !== 'q' && !(name in PLACE))
  return (
    <Form action={path} className="print:hidden mb-2.5 max-w-105" role="search" scroll={false}>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextInput
        // The search text stays in the field when the URL changes.
        key={query.q ?? ''}
        type="search"
        small
        name="q"
        aria-label="Search bills"
        defaultValue={query.q}
        placeholder="Number, store, phone or email"
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        before={<Search aria-hidden="true" className="size-3.5" />}
      />
    </Form>
  )
}
