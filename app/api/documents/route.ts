import { attachDocument } from '#lib/domain/documents/attach.ts'
import { createDocument } from '#lib/domain/documents/create.ts'
import { uploadRoute } from '#lib/surfaces/upload-form.ts'

/** Not among the pages, whose proxy would read the whole body first (proxy.ts). */
export const POST = uploadRoute(createDocument, attachDocument)
