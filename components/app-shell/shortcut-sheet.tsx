import { Fragment } from 'react'
import { X } from '#components/ui/icons.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { buttonLook, lifted } from '#components/ui/looks.ts'
import { Static } from '#components/ui/static.tsx'

/** The ID of the sheet, which `?` opens (components/ui/listeners.tsx). */
export const SHORTCUTS = 'shortcuts'

const GROUPS: Record<string, [keys: string[], does: string][]> = {
  'All pages': [
    [['Ctrl', 'K'], 'Search and go to a page'],
    [['/'], 'Search and go to a page'],
    [['?'], 'Show keyboard shortcuts'],
    [['Tab'], 'Skip to the content, or to the first row of a list'],
    [['Esc'], 'Close what is open'],
  ],
  Lists: [
    [['j'], 'Next row'],
    [['k'], 'Previous row'],
    [['Enter'], 'Open the row'],
    [['x'], 'Select the row, or clear it'],
    [['Shift', 'click'], 'Select all rows between two boxes'],
    [['Esc'], 'Clear the selection'],
  ],
}

/** Every keyboard shortcut. A native popover: its button needs no script. */
export function ShortcutSheet({ singleKeys }: { singleKeys: boolean }) {
  return (
    <div
      id={SHORTCUTS}
      popover="auto"
      role="dialog"
      aria-labelledby="shortcuts-title"
      className={`${lifted} m-auto w-[min(26rem,calc(100vw-2rem))] p-4 text-table text-ink backdrop:bg-black/25`}
    >
      <Static as="div">
        <div className="flex items-center justify-between gap-3">
          <h2 id="shortcuts-title" className="text-base font-semibold">
            Keyboard shortcuts
          </h2>
          <button
            type="button"
            popoverTarget={SHORTCUTS}
            popoverTargetAction="hide"
            aria-label="Close"
            // biome-ignore lint/a11y/noAutofocus: the focus belongs into a dialog that opens.
            autoFocus
            className={buttonLook({ variant: 'quiet', size: 'icon' })}
          >
            <X aria-hidden="true" />
          </button>
        </div>
        {Object.entries(GROUPS).map(([title, shortcuts]) => (
          <section key={title} className="mt-3">
            <h3 className="mb-1 text-small text-ink-2">{title}</h3>
            <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5">
              {shortcuts.map(([keys, does]) => (
                <Fragment key={keys.join(' ')}>
                  <dt className="flex gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
        <p className="mt-3 text-small text-ink-2">
          {singleKeys
            ? 'You can switch off shortcuts of a single key in the menu of your account.'
            : 'Shortcuts of a single key are off. You can switch them on in the menu of your account.'}
        </p>
      </Static>
    </div>
  )
}
