import { CopyButton } from './copy-button.tsx'

type CodeBlockProps = {
  code: string
  label: string
  /** Its screen reader label, where a page has several with one label. */
  name?: string
  /** What the button copies, if the code on the page leaves a secret out. */
  copied?: string
}

/** Code as it is, with a button that copies all of it. */
export function CodeBlock({ code, label, name = label, copied = code }: CodeBlockProps) {
  return (
    <figure className="min-w-0 rounded-control border border-line bg-sunken">
      <figcaption className="flex items-center justify-between border-b border-line py-1 pr-1.5 pl-3 text-small text-ink-2">
        {label}
        <CopyButton value={copied} label={`Copy ${name}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={name} className="overflow-x-auto p-3">
        <pre className="mono">
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  )
}
