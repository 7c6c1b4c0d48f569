/**
 * Renders the preview of one document: `node program.ts <type> <width> <height> <format>`, the bytes on standard input,
 * the picture on standard output, no larger than that room. A process of its own, since a malicious file may hang or crash
 * its reader (draw.ts ends it).
 */
import { buffer } from 'node:stream/consumers'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'

/** Pictures of more pixels than the cameras of phones make are not opened. */
const MOST_PIXELS = 150_000_000

sharp.cache(false)
sharp.concurrency(1)

const [type = '', width = '', height = '', format = 'webp'] = process.argv.slice(2)
const bytes = await buffer(process.stdin)
const picture = type === 'application/pdf' ? await firstPage(bytes, Number(width)) : opened(bytes)
const small = picture
  .resize({ width: Number(width), height: Number(height), fit: 'inside', withoutEnlargement: true })
  .flatten({ background: '#ffffff' })
const drawn = format === 'png' ? small.png({ palette: true }) : small.webp({ quality: 82 })
process.stdout.write(await drawn.toBuffer())

/** Turned the way it was photographed. */
function opened(picture: Buffer): Sharp {
  return sharp(picture, { limitInputPixels: MOST_PIXELS, sequentialRead: true, pages: 1 }).autoOrient()
}

/** In the size that is wanted from the start: how large a page says it is means nothing. */
async function firstPage(pdf: Buffer, longest: number): Promise<Sharp> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = longest / Math.max(originalWidth, originalHeight, 1)
  const { data, width, height } = await page.render({
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
    renderFormFields: true,
    render: async ({ data }) => data,
  })
  return sharp(data, { raw: { width, height, channels: 4 } })
}
