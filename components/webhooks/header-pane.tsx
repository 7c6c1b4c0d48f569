import { CodeBlock } from '#components/ui/code-block.tsx'

/** Headers as sent: one per line. */
export function HeaderPane({ headers, label }: { headers: Record<string, string> | null; label: string }) {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  if (lines.length === 0) return <p className="text-table text-ink-2">{label}: none.</p>
  return <CodeBlock code={lines.join('\n')} label={label} />
}
