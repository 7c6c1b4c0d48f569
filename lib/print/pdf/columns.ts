import type { Pen, Structure } from './block.ts'
import {
  heightOf,
  INK,
  INK_2,
  INK_3,
  LEADING,
  type SetLine,
  type Style,
  type Typesetter,
} from './typesetter.ts'

export const BODY: Style = { size: 9, color: INK }
export const QUIET: Style = { size: 9, color: INK_3 }
export const NOTE: Style = { size: 8, color: INK_2 }
export const STRONG: Style = { size: 9, weight: 600, color: INK }

/** Lines of text one below the other, ready to be drawn. */
export type Stack = { lines: SetLine[]; height: number }

export function stackOf(type: Typesetter, texts: [text: string, style: Style][], width: number): Stack {
  const lines = texts.flatMap(([text, style]) => (text === '' ? [] : type.wrap(text, style, width)))
  return { lines, height: heightOf(lines) }
}

/** Draws a stack as one element of the structure; to the left, or against the right edge. */
export function drawStack(
  { document, type }: Pen,
  parent: Structure,
  tag: string,
  stack: Stack,
  place: { x: number; top: number; rightOf?: number },
): void {
  if (stack.lines.length === 0) return
  parent.add(
    document.struct(tag, {}, () => {
      let y = place.top
      for (const line of stack.lines) {
        type.draw(line, place.x, y, place.rightOf)
        y += line.style.size * LEADING
      }
    }),
  )
}

/** A label with its value beside it. */
export type Pair = { label: SetLine[]; value: SetLine[]; height: number }

export function pairOf(
  type: Typesetter,
  { label, value }: { label: string; value: string },
  width: number,
  labelWidth: number,
): Pair {
  const labels = type.wrap(label, QUIET, labelWidth)
  const values = type.wrap(value, BODY, width - labelWidth - 8)
  return { label: labels, value: values, height: Math.max(heightOf(labels), heightOf(values)) }
}

export function drawPair(
  pen: Pen,
  {
    parent,
    pair,
    x,
    top,
    labelWidth,
  }: { parent: Structure; pair: Pair; x: number; top: number; labelWidth: number },
) {
  const { document, type } = pen
  parent.add(
    document.struct('P', {}, () => {
      drawLines(type, pair.label, x, top)
      drawLines(type, pair.value, x + labelWidth + 8, top)
    }),
  )
}

export function drawLines(
  type: Typesetter,
  lines: SetLine[],
  x: number,
  top: number,
  rightOf?: number,
): void {
  let y = top
  for (const line of lines) {
    type.draw(line, x, y, rightOf)
    y += line.style.size * LEADING
  }
}

/** A line that is there for the eye only. */
export function rule(
  { document }: Pen,
  {
    x,
    y,
    width,
    color = '#cdc7b8',
    dash = false,
  }: { x: number; y: number; width: number; color?: string; dash?: boolean },
): void {
  document.markContent('Artifact', { type: 'Layout' })
  document
    .save()
    .lineWidth(dash ? 0.9 : 0.6)
    .strokeColor(color)
  if (dash) document.dash(3, { space: 3 })
  document
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke()
    .restore()
  document.endMarkedContent()
}
