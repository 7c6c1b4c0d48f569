import { plainCell, type SheetRow } from './table.ts'

/** Whether a text is a page with tables, as many banks name .xls. */
export function isHtml(text: string): boolean {
  const head = text.slice(0, 20_000)
  return (
    /^\uFEFF?\s*</.test(head) && /<(?:html|table|tr)[\s>]/i.test(head) && !/<(?:\w+:)?Workbook\b/.test(head)
  )
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * The rows of the tables of a page, one below the other, as texts. Scripts, styles and comments are left out; nothing is
 * fetched. A cell that spans columns is followed by empty ones.
 */
export function htmlRows(text: string): SheetRow[] {
  const rows = new Rows()
  const parts = withoutScripts(text).matchAll(
    /([^<]*)(?:<(\/?)([a-z][a-z0-9:]*)(?![a-z0-9:])([^<>]*)>|<|$)/gi,
  )
  for (const [, content = '', slash = '', name = '', attributes = ''] of parts) {
    rows.text(content)
    rows.tag(name.toLowerCase(), slash !== '', attributes)
  }
  return rows.all()
}

class Rows {
  private readonly rows: SheetRow[] = []
  private cells: string[] | null = null
  private cell: string | null = null
  private empty = 0

  text(content: string): void {
    if (this.cell !== null) this.cell += content
  }

  tag(name: string, closes: boolean, attributes: string): void {
    if (name === 'tr' || name === 'table') {
      this.endRow()
      if (name === 'tr' && !closes) this.cells = []
    } else if (name === 'td' || name === 'th') {
      this.endCell()
      if (!closes) this.beginCell(attributes)
    } else if (name === 'br') this.text(' ')
  }

  all(): SheetRow[] {
    this.endRow()
    // A page may leave out the empty cells at the end of a row.
    const width = this.rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
    for (const { cells } of this.rows) while (cells.length < Math.min(width, 100)) cells.push('')
    return this.rows
  }

  private beginCell(attributes: string): void {
    this.cells ??= []
    this.cell = ''
    const span = Number(/colspan\s*=\s*["']?(\d{1,2})/i.exec(attributes)?.[1] ?? 1)
    this.empty = Math.min(40, Math.max(1, span)) - 1
  }

  private endCell(): void {
    if (this.cell !== null)
      this.cells?.push(
        plainCell(decoded(this.cell).replace(/\s+/g, ' ')),
        ...Array<string>(this.empty).fill(''),
      )
    this.cell = null
  }

  private endRow(): void {
    this.endCell()
    if (this.cells) this.rows.push({ line: this.rows.length + 1, cells: this.cells })
    this.cells = null
  }
}

function withoutScripts(text: string): string {
  let rest = text
  for (const [begin, end] of [
    ['<!--', '-->'],
    ['<script', '</script>'],
    ['<style', '</style>'],
  ] as const) {
    const lower = rest.toLowerCase()
    let stored = ''
    let from = 0
    for (let at = lower.indexOf(begin); at >= 0; at = lower.indexOf(begin, from)) {
      stored += rest.slice(from, at)
      const until = lower.indexOf(end, at)
      from = until < 0 ? rest.length : until + end.length
    }
    rest = stored + rest.slice(from)
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
