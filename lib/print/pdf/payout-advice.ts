import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { ListedPayout } from '#lib/domain/payouts/schema.ts'
import { adviceOf } from '#lib/print/payout-advice.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { fullTimestampText } from '#lib/values/time-text.ts'
import { noticeBlock } from './bill-head.ts'
import { LEFT, PDF_PAGE, type PdfBlock, type Pen, paginate, WIDTH } from './block.ts'
import { BODY, drawPair, drawStack, NOTE, pairOf, rule, stackOf } from './columns.ts'
import { createTypesetter, type Typesetter } from './typesetter.ts'

type Sender = { name: string; test: boolean; zone: string }

/**
 * The advice of a payout as a tagged PDF (PDF/UA) on A4, for the payee. It shows the end of the account number.
 * @returns a stream of bytes
 */
export function payoutAdvicePdf(payout: ListedPayout, sender: Sender): NodeJS.ReadableStream {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    lang: 'en-IN',
    displayTitle: true,
    autoFirstPage: false,
    info: {
      Title: `Payout advice ${payout.id}`,
      Author: sender.name,
      Creator: 'Counterfoil',
      Producer: 'Counterfoil',
      CreationDate: new Date((payout.finished_at ?? payout.created_at) * 1000),
    },
  })
  // Begins after the caller has the stream, so that nothing of it is missed.
  draw(document, payout, sender).catch((error: unknown) => document.destroy(error as Error))
  return document
}

async function draw(document: PDFKit.PDFDocument, payout: ListedPayout, sender: Sender): Promise<void> {
  await setImmediate()
  const type = createTypesetter(document)
  const pages = paginate([
    headBlock(type, payout, sender),
    ...(sender.test ? [noticeBlock(type, 'Test payout. No money was sent.')] : []),
    sentencePiece(type, adviceOf(payout)),
    ...factPieces(type, payout, sender.zone),
  ])
  const root = document.struct('Document')
  document.addStructure(root)
  const pen: Pen = { document, type, root }
  for (const [index, page] of pages.entries()) {
    document.addPage()
    drawFoot(pen, `Payout advice ${payout.id}`, `${index + 1} of ${pages.length}`)
    for (const { block, top, again } of page) block.draw(pen, top, again)
  }
  root.end()
  document.end()
}

/** Who pays, what this is, and how much. */
function headBlock(type: Typesetter, { amount, currency }: ListedPayout, { name }: Sender): PdfBlock {
  const sender = stackOf(type, [[name, { size: 13, weight: 600 }]], WIDTH)
  const title = stackOf(type, [['Payout advice', { size: 15, weight: 600 }]], WIDTH)
  const figure = stackOf(type, [[formatMoney(amount, currency), { size: 24, weight: 600 }]], WIDTH)
  const below = sender.height + 24
  return {
    gap: 0,
    height: below + title.height + figure.height,
    draw(pen, top) {
      drawStack(pen, pen.root, 'P', sender, { x: LEFT, top })
      drawStack(pen, pen.root, 'H1', title, { x: LEFT, top: top + below })
      drawStack(pen, pen.root, 'P', figure, { x: LEFT, top: top + below + title.height })
    },
  }
}

function sentencePiece(type: Typesetter, text: string): PdfBlock {
  const sentence = stackOf(type, [[text, { ...BODY, size: 10.5 }]], WIDTH)
  return {
    gap: 12,
    height: sentence.height + 22,
    draw(pen, top) {
      drawStack(pen, pen.root, 'P', sentence, { x: LEFT, top })
      rule(pen, { x: 0, y: top + sentence.height + 16, width: PDF_PAGE.width, color: '#8f897a', dash: true })
    },
  }
}

const LABELS = 96

function factPieces(type: Typesetter, payout: ListedPayout, zone: string): PdfBlock[] {
  const facts: [label: string, value: string | null][] = [
    ['Payout', payout.id],
    ['Holder', payout.holder],
    ['Bank', payout.bank_name],
    ['IFSC', payout.ifsc],
    ['Account', `••••${payout.number_last4}`],
    ['UTR', payout.utr],
    ['Reference', payout.reference_id],
    ['Narration', payout.narration],
    ['Purpose', payout.purpose],
    ['Created', fullTimestampText(payout.created_at, zone)],
    [
      payout.status === 'reversed' ? 'Reversed' : 'Processed',
      payout.finished_at === null ? null : fullTimestampText(payout.finished_at, zone),
    ],
  ]
  return facts.flatMap(([label, value]): PdfBlock[] => {
    if (value === null) return []
    const pair = pairOf(type, { label, value }, WIDTH, LABELS)
    return [
      {
        gap: 5,
        height: pair.height,
        draw: (pen, top) => drawPair(pen, { parent: pen.root, pair, x: LEFT, top, labelWidth: LABELS }),
      },
    ]
  })
}

function drawFoot({ document, type }: Pen, text: string, count: string): void {
  const top = PDF_PAGE.height - 38
  document.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
  type.draw(type.set(text, NOTE), LEFT, top)
  type.draw(type.set(count, NOTE), LEFT, top, WIDTH)
  document.endMarkedContent()
}
