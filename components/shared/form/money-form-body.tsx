import type { ReactNode } from 'react'
import { DialogBody, DialogButtons } from '#components/ui/dialog.tsx'

type MoneyFormBodyProps = { dialog: boolean; buttons: ReactNode; children: ReactNode }

/** The text and fields of a form about money, and its buttons: in a dialog, or on a page of its own. */
export function MoneyFormBody({ dialog, buttons, children }: MoneyFormBodyProps) {
  if (!dialog)
    return (
      <div className="grid gap-4">
        {children}
        <div className="flex justify-end gap-2">{buttons}</div>
      </div>
    )
  return (
    <>
      <DialogBody className="grid gap-3.5">{children}</DialogBody>
      <DialogButtons>{buttons}</DialogButtons>
    </>
  )
}
