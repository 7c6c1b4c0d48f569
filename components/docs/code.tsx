import { CopyButton } from '#components/ui/copy-button.tsx'
import { codeTokensOf } from '#lib/api-docs/highlight.ts'

const COLOURS = {
  string: 'text-good',
  name: 'text-hold',
  number: 'text-wait',
  word: 'text-back',
  comment: 'text-ink-3',
}

/** Code with its parts told apart, and a button that copies all of it. Coloured on the server: it ships no script. */
export function Code({ code, label }: { code: string; label: string }) {
  return (
    <figure className="min-w-0 rounded-control border border-line bg-sunken">
      <figcaption className="flex items-center justify-between border-b border-line py-1 pr-1.5 pl-3 text-small text-ink-2">
        {label}
        <CopyButton value={code} label={`Copy ${label}`} />
      </figcaption>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={label}
        className="max-h-120 overflow-auto p-3 print:max-h-none print:overflow-visible"
      >
        <pre className="mono print:wrap-anywhere print:whitespace-pre-wrap">
          <code>
            {codeTokensOf(code).map(({ kind, text }, index) =>
              kind === 'text' ? (
                text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other name and never move.
                <span key={index} className={COLOURS[kind]}>
                  {text}
                </span>
              ),
            )}
          </code>
        </pre>
      </section>
    </figure>
  )
}
