'use client'
import { useState } from 'react'
import { StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Button } from '#components/ui/button.tsx'
import { X } from '#components/ui/icons.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { attachForm } from './attach-forms.ts'
import { RecordPicker } from './record-picker.tsx'

type AttachToFormProps = { action: FormAction; initial: FormState; documentId: string }

/** Attaches a document to a record that is found by what people know of it. */
export function AttachToForm({ action, initial, documentId }: AttachToFormProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const onDone = () => setChosen(null)
  const form = useStaffForm({ action, initial, declaration: attachForm, onDone })
  const error = form.errorOf('object_id') ?? form.state.error?.description
  return (
    <StaffForm form={form} hidden={{ document_id: documentId }} className="grid gap-2 print:hidden">
      {chosen === null ? (
        <RecordPicker
          label="Attach to"
          name="object_id"
          typed={form.initialOf('object_id')}
          error={error}
          onChoose={({ id }) => setChosen(id)}
        />
      ) : (
        <div className="flex items-center justify-between gap-2 text-table">
          <span>
            Attach to <span className="mono">{chosen}</span>
          </span>
          <input type="hidden" name="object_id" value={chosen} />
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Choose another record than ${chosen}`}
            onClick={() => setChosen(null)}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      )}
      <div>
        <Submit variant="default" pendingText="Attaching…">
          Attach
        </Submit>
      </div>
    </StaffForm>
  )
}
