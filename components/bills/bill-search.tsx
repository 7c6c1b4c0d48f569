import { Search } from 'lucide-react'
import Form from 'next/form'
import { PLACE, type Query } from '#components/ui/query.ts'
import { TextInput } from '#components/ui/text-input.tsx'

/** Looks for a bill by what people have of it. A GET form: it keeps the filters, and works without script. */
export function BillSearch({ path, query }: { path: string; query: Query }) {
  const kept = Object.entries(query).filter(([name]) => name !== 'q' && !(name in PLACE))
  return (
    <Form action={path} className="print:hidden mb-2.5 max-w-105" role="search" scroll={false}>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextInput
        // What was searched for stays in the field when the address changes.
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
