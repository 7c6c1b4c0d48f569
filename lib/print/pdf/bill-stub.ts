import { textOf } from '#lib/messages/text.ts'
import type { BillLayout } from '#lib/print/bill-layout.ts'
import { qrOf } from '#lib/print/qr.ts'
import { LEFT, PDF_PAGE, type PdfBlock, type Pen, WIDTH } from './block.ts'
import { BODY, drawLines, NOTE, QUIET, rule, STRONG } from './columns.ts'
import { heightOf, type SetLine, type Typesetter } from './typesetter.ts'

const CODE = 76

/** The stub below the perforation, which runs from edge to edge: what the bill is about, and the way back to it. */
export function stubBlock(type: Typesetter, layout: BillLayout, url: string): PdfBlock {
  const width = WIDTH - CODE - 24
  const column = width / 3
  const cells = [
    [layout.title, layout.number, BODY],
    [layout.labels.date, layout.date, BODY],
    [layout.total.label, layout.total.amount, STRONG],
  ] as const
  const stacks = cells.map(([label, value, style]) => [
    ...type.wrap(label, QUIET, column - 12),
    ...type.wrap(value, style, column - 12),
  ])
  const facts = Math.max(...stacks.map(heightOf))
  const address = [...type.wrap(layout.labels.online, NOTE, width), ...type.wrap(url, NOTE, width)]
  const t = textOf(layout.language)
  const said = { link: t('paper.link', { url }), code: t('paper.qr', { url }) }
  const height = 14 + Math.max(CODE, facts + 10 + heightOf(address))
  return {
    gap: 24,
    height,
    draw(pen, top) {
      rule(pen, { x: 0, y: top, width: PDF_PAGE.width, color: '#8f897a', dash: true })
      for (const [index, lines] of stacks.entries()) {
        pen.root.add(
          pen.document.struct('P', {}, () => drawLines(pen.type, lines, LEFT + index * column, top + 14)),
        )
      }
      drawAddress(pen, address, { url, alt: said.link }, top + 14 + facts + 10)
      drawCode(pen, { url, alt: said.code }, LEFT + WIDTH - CODE, top + 14)
    },
  }
}

type Target = { url: string; alt: string }

function drawAddress(
  { document, type, root }: Pen,
  lines: SetLine[],
  { url, alt }: Target,
  top: number,
): void {
  const [width, height] = [Math.max(...lines.map((line) => line.width)), heightOf(lines)]
  const paragraph = document.struct('P')
  root.add(paragraph)
  const link = document.struct('Link', { alt })
  paragraph.add(link)
  link.add(() => drawLines(type, lines, LEFT, top))
  const target = { structParent: link, Contents: new String(alt) }
  // The types do not know that a link may say what it is.
  document.link(LEFT, top, width, height, url, target as unknown as PDFKit.Mixins.AnnotationOption)
  paragraph.end()
}

function drawCode({ document, root }: Pen, { url, alt }: Target, x: number, y: number): void {
  const { size, runs } = qrOf(url)
  const step = CODE / size
  const options = { alt, bbox: [x, y, x + CODE, y + CODE] }
  root.add(
    document.struct('Figure', options as PDFKit.Mixins.StructureElementOptions, () => {
      document.save()
      for (const run of runs) document.rect(x + run.x * step, y + run.y * step, run.length * step, step)
      document.fill('#000000').restore()
    }),
  )
}
