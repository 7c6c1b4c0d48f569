import { create } from 'qrcode'

/** A row of dark squares of a QR code, in squares from the corner; the quiet zone is counted in. */
type QrRun = { x: number; y: number; length: number }

/** The squares of quiet around a code, as the standard wants them. */
const QUIET = 4

/** A text as a QR code: how many squares wide it is, and the dark ones row by row. */
export function qrOf(text: string): { size: number; runs: QrRun[] } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const runs: QrRun[] = []
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      if (!modules.get(y, x)) continue
      const begun = x
      while (x + 1 < modules.size && modules.get(y, x + 1)) x += 1
      runs.push({ x: begun + QUIET, y: y + QUIET, length: x - begun + 1 })
    }
  }
  return { size: modules.size + 2 * QUIET, runs }
}
