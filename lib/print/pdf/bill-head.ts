import { textOf } from '#lib/messages/text.ts'
import type { BillLayout } from '#lib/print/bill-layout.ts'
import { LEFT, type PdfBlock, type Pen, WIDTH } from './block.ts'
import {
  BODY,
  drawPair,
  drawStack,
  type Pair,
  pairOf,
  QUIET,
  STRONG,
  type Stack,
  stackOf,
} from './columns.ts'
import { INK, INK_2, type Typesetter } from './typesetter.ts'

/** Who sells, and what this is. */
export function headBlock(type: Typesetter, layout: BillLayout, logo: string | null): PdfBlock {
  const half = WIDTH * 0.55
  const seller = stackOf(type, [[layout.seller.name, { size: 13, weight: 600 }]], half)
  const address = stackOf(
    type,
    [...layout.seller.lines, layout.seller.help ?? ''].map((line) => [line, { ...BODY, color: INK_2 }]),
    half,
  )
  const right = WIDTH - half
  const title = stackOf(type, [[layout.title, { size: 15, weight: 600 }]], right)
  const facts = stackOf(
    type,
    [
      [textOf(layout.language)('paper.number_short', { number: layout.number }), STRONG],
      [layout.date, BODY],
    ],
    right,
  )
  const picture = logo === null ? null : pictureOf(layout.seller.logo, logo)
  const above = picture === null ? 0 : picture.height + 8
  return {
    gap: 0,
    height: Math.max(above + seller.height + address.height, title.height + 3 + facts.height),
    draw(pen, top) {
      if (picture) drawPicture(pen, picture, top)
      const edge = { x: LEFT + half, rightOf: right }
      drawStack(pen, pen.root, 'H1', title, { ...edge, top })
      drawStack(pen, pen.root, 'P', facts, { ...edge, top: top + title.height + 3 })
      drawStack(pen, pen.root, 'P', seller, { x: LEFT, top: top + above })
      drawStack(pen, pen.root, 'P', address, { x: LEFT, top: top + above + seller.height })
    },
  }
}

const LOGO_ROOM = { width: 150, height: 42 }

type Picture = { png: Buffer; width: number; height: number }

function pictureOf(logo: BillLayout['seller']['logo'], png: string): Picture | null {
  if (logo === null) return null
  const scale = Math.min(LOGO_ROOM.width / logo.width, LOGO_ROOM.height / logo.height, 0.75)
  return { png: Buffer.from(png, 'base64'), width: logo.width * scale, height: logo.height * scale }
}

/** An ornament for readers of the screen: the name follows as text. */
function drawPicture({ document }: Pen, { png, width, height }: Picture, top: number): void {
  document.markContent('Artifact', { type: 'Layout' })
  document.image(png, LEFT, top, { width, height })
  document.endMarkedContent()
}

/** What must be seen before anything else: that this was only a test, or that it was withdrawn. */
export function noticeBlock(type: Typesetter, text: string): PdfBlock {
  const notice = stackOf(type, [[text, { size: 9, weight: 600, color: '#7a4d00' }]], WIDTH - 20)
  return {
    gap: 14,
    height: notice.height + 10,
    draw(pen, top) {
      frame(pen, top, notice.height + 10, '#fbf1dc', '#e6d3a5')
      drawStack(pen, pen.root, 'P', notice, { x: LEFT + 10, top: top + 5 })
    },
  }
}

/** For whom it is, and what stands beside the number. */
export function partiesBlock(type: Typesetter, layout: BillLayout): PdfBlock[] {
  const count = layout.people.length + (layout.facts.length > 0 ? 1 : 0)
  if (count === 0) return []
  const space = 24
  const width = (WIDTH - space * (count - 1)) / count
  const people = layout.people.map(({ title, name, lines }) =>
    stackOf(
      type,
      [[title, QUIET], [name, STRONG], ...lines.map((line): [string, typeof BODY] => [line, BODY])],
      width,
    ),
  )
  const labelWidth = 62
  const facts = layout.facts.map((fact) => pairOf(type, fact, width, labelWidth))
  return [
    {
      gap: 18,
      height: Math.max(...people.map(({ height }) => height), heightOfPairs(facts)),
      draw(pen, top) {
        for (const [index, person] of people.entries())
          drawStack(pen, pen.root, 'P', person, { x: LEFT + index * (width + space), top })
        drawPairs(pen, facts, LEFT + people.length * (width + space), top, labelWidth)
      },
    },
  ]
}

/** What the tickets are for. */
export function eventBlock(type: Typesetter, layout: BillLayout): PdfBlock[] {
  if (!layout.event) return []
  const width = (WIDTH - 24 - 24) / 2
  const name: Stack = stackOf(
    type,
    [
      ['Event', QUIET],
      [layout.event.name, { size: 11, weight: 600, color: INK }],
    ],
    width,
  )
  const facts = layout.event.facts.map((fact) => pairOf(type, fact, width, 44))
  const height = Math.max(name.height, heightOfPairs(facts)) + 20
  return [
    {
      gap: 18,
      height,
      draw(pen, top) {
        frame(pen, top, height, '#ffffff', '#cdc7b8')
        drawStack(pen, pen.root, 'P', name, { x: LEFT + 12, top: top + 10 })
        drawPairs(pen, facts, LEFT + 12 + width + 24, top + 10, 44)
      },
    },
  ]
}

/** What was registered of it, each fact for itself, since a signature can be long. */
export function registerBlocks(type: Typesetter, layout: BillLayout): PdfBlock[] {
  return layout.registers.flatMap(({ title, facts }) => {
    const head = stackOf(type, [[title, STRONG]], WIDTH)
    const pairs = facts.map((fact) => pairOf(type, fact, WIDTH, 130))
    const short = heightOfPairs(pairs) < 200
    const drawHead = (pen: Pen, top: number) => drawStack(pen, pen.root, 'P', head, { x: LEFT, top })
    return [
      { gap: 14, height: head.height, draw: drawHead },
      ...pairs.map((pair, index): PdfBlock => {
        const draw = (pen: Pen, top: number) =>
          drawPair(pen, { parent: pen.root, pair, x: LEFT, top, labelWidth: 130 })
        return { gap: 0, height: pair.height, sticks: short || index === 0, draw }
      }),
    ]
  })
}

function heightOfPairs(pairs: Pair[]): number {
  return pairs.reduce((sum, { height }) => sum + height, 0)
}

function drawPairs(pen: Pen, pairs: Pair[], x: number, top: number, labelWidth: number): void {
  let y = top
  for (const pair of pairs) {
    drawPair(pen, { parent: pen.root, pair, x, top: y, labelWidth })
    y += pair.height
  }
}

function frame({ document }: Pen, top: number, height: number, fill: string, stroke: string): void {
  document.markContent('Artifact', { type: 'Layout' })
  document
    .save()
    .lineWidth(0.6)
    .roundedRect(LEFT, top, WIDTH, height, 4)
    .fillAndStroke(fill, stroke)
    .restore()
  document.endMarkedContent()
}
