import type { StatementLayout } from '#lib/print/statement-layout.ts'
import { LEFT, type PdfBlock, type Pen, WIDTH } from './block.ts'
import { BODY, drawPair, drawStack, NOTE, pairOf, QUIET, rule, type Stack, stackOf } from './columns.ts'
import { INK, INK_2, type Typesetter } from './typesetter.ts'

/** Whose statement this is, by whom, and of what time. */
export function statementHead(type: Typesetter, layout: StatementLayout): PdfBlock {
  const title = stackOf(type, [[layout.title, { size: 15, weight: 600, color: INK }]], WIDTH)
  const merchant = stackOf(type, [[layout.merchant, { ...BODY, color: INK_2 }]], WIDTH)
  const generated = stackOf(type, [[layout.generated, NOTE]], WIDTH)
  const pairs = layout.facts.map((fact) => pairOf(type, fact, WIDTH, 74))
  const below = title.height + merchant.height + 8
  return {
    gap: 0,
    height: below + pairs.reduce((sum, { height }) => sum + height, 0) + generated.height + 3,
    draw(pen, top) {
      drawStack(pen, pen.root, 'H1', title, { x: LEFT, top })
      drawStack(pen, pen.root, 'P', merchant, { x: LEFT, top: top + title.height })
      let y = top + below
      for (const pair of pairs) {
        drawPair(pen, { parent: pen.root, pair, x: LEFT, top: y, labelWidth: 74 })
        y += pair.height
      }
      drawStack(pen, pen.root, 'P', generated, { x: LEFT, top: y + 3 })
    },
  }
}

/** That it was only a test. */
export function testBlock(type: Typesetter): PdfBlock {
  const words = 'Test mode. This statement shows no real money.'
  const notice = stackOf(type, [[words, { size: 9, weight: 600, color: '#7a4d00' }]], WIDTH)
  return {
    gap: 12,
    height: notice.height,
    draw: (pen, top) => drawStack(pen, pen.root, 'P', notice, { x: LEFT, top }),
  }
}

/** That not every entry is on the paper, and where the others are. */
export function restBlock(type: Typesetter, text: string): PdfBlock {
  const notice = stackOf(type, [[text, { size: 9, weight: 600, color: '#7a4d00' }]], WIDTH)
  return {
    gap: 12,
    height: notice.height,
    draw: (pen, top) => drawStack(pen, pen.root, 'P', notice, { x: LEFT, top }),
  }
}

/** Opening + credits − debits = closing, as one line of figures, and whether that is so. */
export function figuresBlock(type: Typesetter, layout: StatementLayout): PdfBlock {
  const width = WIDTH / layout.figures.length
  const stacks = layout.figures.map(
    ({ sign, label, amount }): Stack =>
      stackOf(
        type,
        [
          [`${sign} ${label}`.trim(), QUIET],
          [amount, { size: 11, weight: 600, color: INK }],
        ],
        width - 8,
      ),
  )
  const { reconciles, text } = layout.verdict
  const color = reconciles ? '#1a6437' : '#9c231c'
  const verdict = stackOf(type, [[text, { size: 9, weight: 600, color }]], WIDTH - 13)
  const height = Math.max(...stacks.map((stack) => stack.height))
  return {
    gap: 16,
    height: height + verdict.height + 20,
    draw(pen, top) {
      rule(pen, { x: LEFT, y: top, width: WIDTH })
      for (const [index, stack] of stacks.entries())
        drawStack(pen, pen.root, 'P', stack, { x: LEFT + index * width, top: top + 6 })
      mark(pen, reconciles, color, top + height + 10)
      drawStack(pen, pen.root, 'P', verdict, { x: LEFT + 13, top: top + height + 10 })
      rule(pen, { x: LEFT, y: top + height + verdict.height + 16, width: WIDTH })
    },
  }
}

/** A tick or a cross before the words, which say the same. */
function mark({ document }: Pen, good: boolean, color: string, top: number): void {
  document.markContent('Artifact', { type: 'Layout' })
  document.save().lineWidth(1.4).strokeColor(color)
  if (good)
    document
      .moveTo(LEFT, top + 6.5)
      .lineTo(LEFT + 3, top + 9.5)
      .lineTo(LEFT + 9, top + 3)
  else
    document
      .moveTo(LEFT, top + 3)
      .lineTo(LEFT + 7, top + 10)
      .moveTo(LEFT + 7, top + 3)
      .lineTo(LEFT, top + 10)
  document.stroke().restore()
  document.endMarkedContent()
}
