'use client'
import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button.tsx'
import { RecordPicker } from './record-picker.tsx'

/** Finds the record that selected documents are attached to: a plain GET form, and with script a list of matches. */
export function FindRecordForm({ ids, typed }: { ids: string[]; typed: string }) {
  const router = useRouter()
  return (
    <form action="/documents/attach" className="grid max-w-110 gap-3">
      {ids.map((id) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
      <RecordPicker
        label="Attach to"
        name="to"
        typed={typed}
        onChoose={({ id }) =>
          router.push(
            `/documents/attach?${new URLSearchParams([...ids.map((one) => ['ids', one]), ['to', id]])}`,
          )
        }
      />
      <div>
        <Button type="submit">Find record</Button>
      </div>
    </form>
  )
}
