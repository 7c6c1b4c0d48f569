import { Readable } from 'node:stream'
import { LOGO_BYTES, LOGO_ROOM } from '#lib/domain/merchants/schema.ts'
import { drawPng } from '#lib/storage/preview/draw.ts'
import { DECIDING, typeOf } from '#lib/storage/signature.ts'
import { errorState } from '#lib/surfaces/form-action.ts'
import type { FormState } from '#lib/values/form.ts'

type Drawn = { png: string; width: number; height: number }

/**
 * The form in which a logo is chosen. The picture is drawn again in a process of its own, which leaves nothing of the file
 * but its pixels; `save` then gets them in the fields `png` (base64), `width` and `height`.
 */
export function logoAction(save: (state: unknown, form: FormData) => Promise<FormState>) {
  return async (state: unknown, form: FormData): Promise<FormState> => {
    const picture = form.get('picture')
    form.delete('picture')
    const drawn = await drawnFrom(picture)
    if (typeof drawn === 'string')
      return errorState(form, {
        reason: 'input_validation_failed',
        field: 'picture',
        description: drawn,
        request_id: '',
      })
    for (const [name, value] of Object.entries(drawn)) form.set(name, String(value))
    const answer = await save(state, form)
    return { ...answer, values: {} }
  }
}

/** The logo, or the sentence that says why there is none. */
async function drawnFrom(picture: unknown): Promise<Drawn | string> {
  if (!(picture instanceof File) || picture.size === 0) return 'Choose a PNG or JPEG picture.'
  const bytes = Buffer.from(await picture.arrayBuffer())
  const type = await typeOf(bytes.subarray(0, DECIDING))
  if (type !== 'image/png' && type !== 'image/jpeg') return "The file isn't a PNG or JPEG."
  const png = await drawPng(Readable.from([bytes]), type, LOGO_ROOM)
  if (png === null) return 'This picture could not be read. Save it as PNG, and try again.'
  if (png.length > LOGO_BYTES) return 'This picture has too much detail for a logo. Choose a simpler one.'
  return { png: png.toString('base64'), width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
