import { create } from 'qrcode'

/** A text as a QR code, drawn where the page is made: one path, black on white in every theme, so that it can be read. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const quiet = 4
  const size = modules.size + 2 * quiet
  const runs: string[] = []
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      if (!modules.get(y, x)) continue
      let length = 1
      while (x + length < modules.size && modules.get(y, x + length)) length += 1
      runs.push(`M${x + quiet} ${y + quiet}h${length}v1h-${length}z`)
      x += length - 1
    }
  }
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={runs.join('')} fill="#000" />
    </svg>
  )
}
