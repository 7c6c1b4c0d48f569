'use client'
import { NotesField, TextField } from '#components/shared/form/fields.tsx'
import { gstStateOf, isGstin } from '#lib/values/gstin.ts'
import type { ContactHint } from './contact-hint.ts'
import { PhoneNote, SimilarNote } from './contact-notes.tsx'

type CustomerFieldsProps = {
  typed: { email: string; gstin: string }
  notes: Record<string, string>
  onNotes: (notes: Record<string, string>) => void
  hint: ContactHint | null
}

/** The fields of a customer, in their usual order. */
export function CustomerFormFields({ typed, notes, onNotes, hint }: CustomerFieldsProps) {
  return (
    <>
      <p className="text-ink-2">Enter a name, email or phone number. Other fields are optional.</p>
      <TextField
        name="name"
        label="Name"
        hint="Person or business, 3 to 50 characters."
        spellCheck={false}
        maxLength={50}
      />
      <TextField
        name="email"
        label="Email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        placeholder="asha@example.com"
      />
      <div>
        <TextField
          name="contact"
          label="Phone"
          type="tel"
          figures
          maxLength={24}
          placeholder="+91 98765 43210"
          note={<PhoneNote contact={hint?.contact} />}
        />
        <SimilarNote similar={hint?.similar ?? []} email={typed.email} contact={hint?.contact?.stored} />
      </div>
      <TextField
        name="gstin"
        label="GSTIN"
        optional
        aside={<GstinState gstin={typed.gstin} />}
        hint="15 characters; the last is a check digit."
        mono
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={15}
        className="uppercase"
      />
      <NotesField initial={notes} onChange={onNotes} />
    </>
  )
}

/** How far it has come, and the state that it is of once it is whole and right. */
function GstinState({ gstin }: { gstin: string }) {
  const text = gstin.trim().toUpperCase()
  if (isGstin(text)) return <span className="text-good">{gstStateOf(text)?.name}</span>
  return <>{text.length} of 15</>
}
