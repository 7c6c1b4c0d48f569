'use client'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog, DialogBody, DialogButtons, DialogClose } from '#components/ui/dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { toast } from '#components/ui/toast.tsx'
import { randomText } from '#lib/values/id.ts'
import { Consequences } from './consequences.tsx'

type Remove = (
  input: { bill_id: string },
  idempotencyKey: string,
) => Promise<{ ok: true } | { ok: false; error: { description: string; request_id: string } }>

/** Asks before a bill is withdrawn, and says what that means. Without script there is a page that asks. */
export function DeleteBill({ id, number, remove }: { id: string; number: string; remove: Remove }) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, startTransition] = useTransition()

  const opening = (next: boolean) => {
    if (next) setKey(randomText(32))
    setProblem(null)
    setOpen(next)
  }
  const confirm = () =>
    startTransition(async () => {
      const result = await remove({ bill_id: id }, key).catch(() => null)
      if (!result) return setProblem('Connection lost. Try again; the bill is deleted only once.')
      if (!result.ok) return setProblem(`${result.error.description} (${result.error.request_id})`)
      setOpen(false)
      toast('Bill withdrawn', { description: 'The public page shows the bill as withdrawn.' })
      router.refresh()
    })
  return (
    <>
      <span className="noscript:hidden">
        <Dialog
          title={`Delete bill ${number}?`}
          open={open}
          onOpenChange={opening}
          dismissible={!pending}
          trigger={<Button variant="danger">Delete</Button>}
        >
          <DialogBody>
            <Consequences />
            {problem && (
              <div className="mt-3">
                <Notice tone="bad" role="alert">
                  {problem}
                </Notice>
              </div>
            )}
          </DialogBody>
          <DialogButtons>
            <DialogClose>Cancel</DialogClose>
            <Button variant="danger" pending={pending} onClick={confirm}>
              {pending ? 'Deleting…' : `Delete bill ${number}`}
            </Button>
          </DialogButtons>
        </Dialog>
      </span>
      <a href={`/bills/${id}/delete`} className="button hidden noscript:inline-flex" data-variant="danger">
        Delete
      </a>
    </>
  )
}
