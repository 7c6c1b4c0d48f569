'use client'
import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'
import { LinkButton } from '#components/ui/link-button.tsx'

export type DialogControl = { open: boolean; onOpenChange: (open: boolean) => void }

type ActionLinkProps<P> = {
  /** The page that does the same, for when there is no script or the link is opened apart. */
  href: string
  /** Fetches the dialog; asked for when the pointer or the focus arrives, so that it is there when pressed. */
  load: () => Promise<ComponentType<P & DialogControl>>
  subject: P
  children: ReactNode
}

/** A link to a form that opens it in a dialog instead. The dialog is loaded when the link is hovered or focused. */
export function ActionLink<P extends object>({ href, load, subject, children }: ActionLinkProps<P>) {
  const [Dialog, setDialog] = useState<ComponentType<P & DialogControl> | null>(null)
  const [opened, setOpened] = useState(0)
  const [open, setOpen] = useState(false)

  function onClick(event: MouseEvent) {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    load().then(
      (loaded) => {
        setDialog(() => loaded)
        setOpened((count) => count + 1)
        setOpen(true)
      },
      () => location.assign(href),
    )
  }
  const prepare = () => void load().catch(() => undefined)

  return (
    <>
      <LinkButton
        href={href}
        variant="primary"
        aria-haspopup="dialog"
        onClick={onClick}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        {children}
      </LinkButton>
      {Dialog && <Dialog key={opened} open={open} onOpenChange={setOpen} {...subject} />}
    </>
  )
}
