import QRCode from 'qrcode'

/** A text as a QR code, rendered on the server: dark on white in every theme, as cameras need it. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  // The standard asks for a quiet zone of four modules.
  const size = modules.size + 8
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={pathOf(modules)} fill="#000" />
    </svg>
  )
}

/** Runs of dark modules in a row become one rectangle each. */
function pathOf({ size, data }: { size: number; data: Uint8Array }): string {
  let path = ''
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const begun = column
      while (column < size && data[row * size + column]) column += 1
      if (column > begun) path += `M${begun + 4} ${row + 4}h${column - begun}v1H${begun + 4}z`
    }
  }
  return path
}
