import { LazyActionButton } from '#components/shared/form/lazy-action-button.tsx'
import { Unlink } from '#components/ui/icons.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'

/** The action, and what opens a form for each document. */
export type Detaching = { action: FormAction; open: () => FormState }

type DetachProps = Detaching & { object_id: string; document_id: string; label: string }

export function Detach({ action, open, object_id, document_id, label }: DetachProps) {
  return (
    <LazyActionButton
      action={action}
      initial={open()}
      hidden={{ object_id, document_id }}
      variant="quiet"
      size="icon"
      pendingText="…"
      title="Detach. The document is kept."
      aria-label={label}
    >
      <Unlink aria-hidden="true" className="size-4" />
    </LazyActionButton>
  )
}
