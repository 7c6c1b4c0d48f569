'use client'
import { Dialog as Base } from '@base-ui/react/dialog'
import type { ComponentProps, ReactElement, ReactNode, RefObject } from 'react'
import { X } from '#components/ui/icons.tsx'
import { classNames } from './class-names.ts'
import { buttonLook, iconButton, lifted } from './looks.ts'

type DialogProps = {
  /** Verb and object: "Refund ₹500.00 to the customer?" */
  title: ReactNode
  description?: ReactNode
  /** The button that opens it; focus returns there. */
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** False while something runs that must not be interrupted. */
  dismissible?: boolean
  size?: 'default' | 'wide'
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** In the upper part of the window; on a phone a sheet at its bottom. */
const SHEET =
  'fixed top-[12vh] left-1/2 z-50 max-h-[82vh] -translate-x-1/2 scroll-pb-16 overflow-y-auto outline-none transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 max-desk:top-auto max-desk:bottom-0 max-desk:left-0 max-desk:max-h-[92dvh] max-desk:w-full max-desk:translate-x-0 max-desk:rounded-b-none max-desk:border-b-0 max-desk:data-starting-style:translate-y-4'

/** A question on top of the page. Esc and the cross leave it; focus stays inside and returns to what opened it. */
export function Dialog({
  title,
  description,
  trigger,
  open,
  onOpenChange,
  dismissible = true,
  size = 'default',
  initialFocus,
  children,
}: DialogProps) {
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      onOpenChange={(next, details) => {
        if (!next && !dismissible) details.cancel()
        else onOpenChange?.(next)
      }}
      disablePointerDismissal
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          data-dialog=""
          className={classNames(
            lifted,
            SHEET,
            size === 'wide' ? 'w-[min(680px,calc(100vw-24px))]' : 'w-[min(460px,calc(100vw-24px))]',
          )}
          {...(initialFocus ? { initialFocus } : {})}
        >
          <header className="flex items-start gap-3 px-5 pt-4.5 pb-1">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-lead font-semibold">{title}</Base.Title>
              {description && <Base.Description className="mt-1 text-ink-2">{description}</Base.Description>}
            </div>
            <Base.Close
              className={`${iconButton} -mt-0.5 -mr-1.5`}
              aria-label="Close"
              disabled={!dismissible}
            >
              <X aria-hidden="true" className="size-4" />
            </Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The title and text of a dialog. */
export function DialogBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={classNames('px-5 py-3', className)} {...rest} />
}

/** The row of buttons at its end; the one that does it comes last. It stays in view where the dialog scrolls. */
export function DialogButtons({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={classNames(
        'sticky bottom-0 z-10 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 py-3.5',
        className,
      )}
      {...rest}
    />
  )
}

export function DialogClose({ children = 'Cancel', ...rest }: ComponentProps<typeof Base.Close>) {
  return (
    <Base.Close className={buttonLook()} {...rest}>
      {children}
    </Base.Close>
  )
}
