import { CodeBlock } from '#components/ui/code-block.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'

/** A body in lines that can be read, and a button that copies it to the byte. */
export function BodyPane({
  body,
  label,
  cut = false,
}: {
  body: string | null
  label: string
  cut?: boolean
}) {
  if (body === null || body === '') return <p className="text-table text-ink-2">{label}: empty.</p>
  const lines = inLines(body)
  return (
    <div className="grid gap-1.5">
      <CodeBlock code={lines} label={label} />
      <div className="flex flex-wrap items-center gap-2 text-small text-ink-2">
        {lines === body ? null : (
          <CopyButton value={body} label={`Copy ${label} byte for byte`}>
            Copy as sent
          </CopyButton>
        )}
        {cut && <span>First 4 KB. The rest is not stored.</span>}
      </div>
    </div>
  )
}

function inLines(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
