import { Readable } from 'node:stream'
import { LOGO_BYTES, LOGO_ROOM } from '#lib/domain/merchants/schema.ts'
import { drawPng } from '#lib/storage/preview/draw.ts'
import { DECIDING, typeOf } from '#lib/storage/signature.ts'
import type { FileForm } from '#lib/surfaces/file-form.ts'
import { FORM_FILE_BYTES } from '#lib/values/form-file.ts'

/**
 * A logo. The picture is drawn again in a process of its own, which leaves nothing of the file but its pixels: the fields
 * `png` (base64), `width` and `height`.
 */
export const logoPicture: FileForm = {
  field: 'picture',
  max: FORM_FILE_BYTES,
  missing: 'Choose a PNG or JPEG picture.',
  read: drawnFrom,
}

async function drawnFrom(picture: File): Promise<Record<string, string> | string> {
  const bytes = Buffer.from(await picture.arrayBuffer())
  const type = await typeOf(bytes.subarray(0, DECIDING))
  if (type !== 'image/png' && type !== 'image/jpeg') return "The file isn't a PNG or JPEG."
  const png = await drawPng(Readable.from([bytes]), type, LOGO_ROOM)
  if (png === null) return 'This picture could not be read. Save it as PNG, and try again.'
  if (png.length > LOGO_BYTES) return 'This picture has too much detail for a logo. Choose a simpler one.'
  const [width, height] = [String(png.readUInt32BE(16)), String(png.readUInt32BE(20))]
  return { png: png.toString('base64'), width, height }
}
