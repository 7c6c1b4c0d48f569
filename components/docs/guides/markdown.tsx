import type { ReactNode } from 'react'
import { C, Part } from './prose.tsx'

/** The Markdown of the guides for apps: parts, paragraphs, lists, bold and code. Its first heading is that of the page. */
export function Markdown({ text }: { text: string }) {
  const [, ...lines] = text.trim().split('\n')
  const [intro = '', ...parts] = lines.join('\n').split(/^## /m)
  return (
    <>
      {blocks(intro)}
      {parts.map((part) => {
        const [title = '', ...rest] = part.split('\n')
        return (
          <Part key={title} id={title.toLowerCase().replaceAll(' ', '-')} title={title}>
            {blocks(rest.join('\n'))}
          </Part>
        )
      })}
    </>
  )
}

function blocks(text: string): ReactNode[] {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => {
      if (block.startsWith('- '))
        return (
          <ul key={block} className="list-disc pl-5">
            {items(block, /^- /)}
          </ul>
        )
      if (block.startsWith('1. '))
        return (
          <ol key={block} className="list-decimal pl-5">
            {items(block, /^\d+\. /)}
          </ol>
        )
      return <p key={block}>{inline(block)}</p>
    })
}

function items(block: string, mark: RegExp): ReactNode[] {
  return block.split('\n').map((line) => <li key={line}>{inline(line.replace(mark, ''))}</li>)
}

function inline(text: string): ReactNode[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move.
    if (piece.startsWith('`')) return <C key={at}>{piece.slice(1, -1)}</C>
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    if (piece.startsWith('**')) return <strong key={at}>{piece.slice(2, -2)}</strong>
    return piece
  })
}
