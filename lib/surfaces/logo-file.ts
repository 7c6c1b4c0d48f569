import { runtime } from '#lib/runtime.ts'
import { findLogo } from '#lib/storage/logo.ts'
import { hashInName } from '#lib/values/logo-path.ts'

/** A logo by the name of its file; null when there is none. It is named by its content, so it may be cached for ever. */
export async function logoFile(name: string): Promise<Response | null> {
  const hash = hashInName(name)
  const png = hash === null ? null : await findLogo(runtime().query, hash)
  if (png === null) return null
  return new Response(new Uint8Array(png), {
    headers: {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
  })
}
