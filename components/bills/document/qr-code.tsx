import { qrOf } from '#lib/print/qr.ts'

/** A text as a QR code, drawn where the page is made: one path, black on white in every theme, so that it can be read. */
export function BillQrCode({ text, label }: { text: string; label: string }) {
  const { size, runs } = qrOf(text)
  const path = runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
