import { plainCell, type Row } from './table.ts'

/** Whether a text is a page with tables, as many banks name .xls. */
export function isHtml(text: string): boolean {
  return /^\uFEFF?\s*(?:<!doctype html|<(?:html|head|meta|body|table|style|div)\b)/i.test(text.slice(0, 2000))
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * The rows of the tables of a page, one below the other, as texts. Scripts, styles and comments are left out; nothing is
 * fetched. A cell that spans columns is followed by empty ones.
 */
export function htmlRows(text: string): Row[] {
  const rows: Row[] = []
  let cells: string[] | null = null
  let cell: string | null = null
  let empty = 0
  const endCell = () => {
    if (cell !== null)
      cells?.push(plainCell(decoded(cell).replace(/\s+/g, ' ')), ...Array<string>(empty).fill(''))
    cell = null
  }
  const endRow = () => {
    endCell()
    if (cells) rows.push({ line: rows.length + 1, cells })
    cells = null
  }
  for (const [, content = '', slash, name = '', attributes = ''] of withoutScripts(text).matchAll(
    /([^<]*)(?:<(\/?)([a-z][a-z0-9:]*)([^<>]*)>|<|$)/gi,
  )) {
    if (cell !== null) cell += content
    const tag = name.toLowerCase()
    if (tag === 'tr' || tag === 'table') {
      endRow()
      if (tag === 'tr' && !slash) cells = []
    } else if (tag === 'td' || tag === 'th') {
      endCell()
      if (slash) continue
      cells ??= []
      cell = ''
      empty =
        Math.min(40, Math.max(1, Number(/colspan\s*=\s*["']?(\d{1,2})/i.exec(attributes)?.[1] ?? 1))) - 1
    } else if (tag === 'br' && cell !== null) cell += ' '
  }
  endRow()
  return rows
}

function withoutScripts(text: string): string {
  let rest = text
  for (const [begin, end] of [
    ['<!--', '-->'],
    ['<script', '</script>'],
    ['<style', '</style>'],
  ] as const) {
    const lower = rest.toLowerCase()
    let kept = ''
    let from = 0
    for (let at = lower.indexOf(begin); at >= 0; at = lower.indexOf(begin, from)) {
      kept += rest.slice(from, at)
      const until = lower.indexOf(end, at)
      from = until < 0 ? rest.length : until + end.length
    }
    rest = kept + rest.slice(from)
  }
  return rest
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : ''
  })
}
