import type { Typesetter } from './typesetter.ts'

/** A4 in points, with the margins of the paper. */
export const PDF_PAGE = { width: 595.28, height: 841.89, left: 46, top: 48, bottom: 62 } as const
export const LEFT = PDF_PAGE.left
export const WIDTH = PDF_PAGE.width - 2 * PDF_PAGE.left

export type Structure = PDFKit.PDFStructureElement

/** What a piece draws with. `parent` is the element of the structure that it belongs to. */
export type Pen = { document: PDFKit.PDFDocument; type: Typesetter; root: Structure }

/**
 * A part of a bill that is never cut in two. Its height is known before anything is drawn, so that the pages are
 * counted before the first is sent.
 */
export type PdfBlock = {
  height: number
  /** Space above it, which falls away at the top of a page. */
  gap: number
  /** Drawn again at the top of a page on which the pieces that follow it go on. */
  repeats?: boolean
  /** Belongs to the last piece that repeats. */
  inTable?: boolean
  /** Stays on the page of the piece before it. */
  sticks?: boolean
  draw(pen: Pen, top: number, again: boolean): void
}

/** One element of the structure for the whole table, on however many pages it stands. */
export function tableElement() {
  let table: Structure | undefined
  return (pen: Pen): Structure => {
    if (!table) {
      table = pen.document.struct('Table')
      pen.root.add(table)
    }
    return table
  }
}

/** A piece with the place that it got. */
type Placed = { block: PdfBlock; top: number; again: boolean }

/** Puts pieces on pages, from top to bottom. */
export function paginate(blocks: PdfBlock[]): Placed[][] {
  const limit = PDF_PAGE.height - PDF_PAGE.bottom
  const pages: Placed[][] = [[]]
  let y: number = PDF_PAGE.top
  let head: PdfBlock | null = null
  for (const [index, block] of blocks.entries()) {
    if (block.repeats) head = block
    else if (!block.inTable) head = null
    const page = pages.at(-1) ?? []
    const start = page.length === 0 ? y : y + block.gap
    if (page.length > 0 && start + needed(blocks, index) > limit) {
      pages.push([])
      y = PDF_PAGE.top
      if (head && head !== block) y = place(pages, head, y, true)
      y = place(pages, block, y, false)
    } else y = place(pages, block, start, false)
  }
  return pages
}

/** What must fit together: the piece, and those that stick to it; a head is never alone at the bottom of a page. */
function needed(blocks: PdfBlock[], index: number): number {
  const block = blocks[index]
  const next = blocks[index + 1]
  if (!block) return 0
  return block.height + (next && (next.sticks || block.repeats) ? next.gap + needed(blocks, index + 1) : 0)
}

function place(pages: Placed[][], block: PdfBlock, top: number, again: boolean): number {
  pages.at(-1)?.push({ block, top, again })
  return top + block.height
}
