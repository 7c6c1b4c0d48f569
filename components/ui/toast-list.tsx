'use client'
import { Toast as Base } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { X } from '#components/ui/icons.tsx'
import { iconButton, lifted } from './looks.ts'
import { onToast, takeToasts } from './toast-queue.ts'

const manager = Base.createToastManager()

/** Shows the messages of the queue. */
export function ToastList() {
  useEffect(() => {
    const show = () => {
      for (const message of takeToasts()) manager.add({ timeout: 6000, ...message })
    }
    show()
    return onToast(show)
  }, [])
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className="print:hidden fixed right-4 bottom-4 z-55 flex w-[min(340px,calc(100vw-32px))] flex-col gap-2">
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function List() {
  const { toasts } = Base.useToastManager()
  return toasts.map((one) => (
    <Base.Root
      key={one.id}
      toast={one}
      className={`${lifted} border-l-3 border-l-accent px-3 py-2.5 transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0`}
    >
      <Base.Content className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Base.Title className="font-[550]" />
          <Base.Description className="text-small text-ink-2" />
        </div>
        <Base.Close className={`${iconButton} -my-0.5 -mr-1`} aria-label="Dismiss">
          <X aria-hidden="true" className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ))
}
