import { brandStyles } from '#lib/values/brand.ts'

/** The stylesheet of a colour by the name of its file, "1f7a4d.css"; null for any other name. */
export function brandFile(name: string): Response | null {
  const color = /^([0-9a-f]{6})\.css$/.exec(name)?.[1]
  if (color === undefined) return null
  return new Response(brandStyles(color), {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
  })
}
